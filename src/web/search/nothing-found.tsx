import { Link } from '../ui/link.tsx'
import { CategoryLinks, chip } from './category-links.tsx'

/** Shown for an empty result: suggested words, and links to go on. */
export function NothingFound({ suggestions }: { suggestions: readonly string[] }) {
  return (
    <div className="mt-10">
      <p role="status" className="font-display text-2xl">
        Nothing in the window answers to that.
      </p>
      {suggestions.length > 0 && (
        <div className="mt-8">
          <h2 className="eyebrow mb-3 font-normal font-sans">Did you mean</h2>
          <ul className="flex flex-wrap gap-2">
            {suggestions.map(text => (
              <li key={text}>
                <Link to={`/search?${new URLSearchParams({ q: text })}`} className={chip}>
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="mt-8">
        <h2 className="eyebrow mb-3 font-normal font-sans">Look around</h2>
        <CategoryLinks />
      </div>
    </div>
  )
}
