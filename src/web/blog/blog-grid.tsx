import { Art } from '../ui/art.tsx'
import { posts } from './posts.ts'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export function BlogGrid() {
  return (
    <ul className="grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
      {posts.map(({ art, title, date, teaser }) => (
        <li key={art}>
          <Art
            name={art}
            alt=""
            sizes="(width >= 64rem) 18rem, (width >= 40rem) 46vw, 92vw"
            className="aspect-3/2 w-full rounded-card object-cover"
          />
          <p className="mt-4 text-stone text-xs">
            <time dateTime={date}>{day.format(new Date(date))}</time>
          </p>
          <h3 className="mt-1 text-xl">{title}</h3>
          <p className="mt-2 text-sm text-stone leading-relaxed">{teaser}</p>
        </li>
      ))}
    </ul>
  )
}
