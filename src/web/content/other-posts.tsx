import { contentPath, type ShownPost } from '#domain/content/content.ts'
import { textLink } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'
import { PostPicture } from './post-picture.tsx'

/** Links to the previous and next post. */
export function OtherPosts({ previous, next }: Pick<ShownPost, 'previous' | 'next'>) {
  const neighbours = [
    { label: 'Previous', other: previous },
    { label: 'Next', other: next },
  ]
  return (
    <nav aria-label="More from the journal" className="mt-16 border-line border-t pt-8 md:mt-24">
      <ul className="grid gap-6 md:grid-cols-2">
        {neighbours.map(
          ({ label, other }) =>
            other && (
              <li key={label} className={label === 'Next' ? 'md:col-start-2' : ''}>
                <Link
                  to={contentPath({ kind: 'post', address: other.address })}
                  className="group grid grid-cols-[min(7.5rem,35%)_minmax(0,1fr)] items-center gap-[min(1.25rem,5%)]"
                >
                  <PostPicture post={other} sizes="7.5rem" className="aspect-3/2 w-full rounded-card object-cover" />
                  <span>
                    <span className="eyebrow">{label}</span>
                    <span className="mt-1 block font-display text-xl [overflow-wrap:anywhere] group-hover:text-rosewood">
                      {other.title}
                    </span>
                  </span>
                </Link>
              </li>
            ),
        )}
      </ul>
      <Link to="/blogs" className={`${textLink} mt-6`}>
        All posts
      </Link>
    </nav>
  )
}
