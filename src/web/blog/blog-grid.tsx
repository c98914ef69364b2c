import { Art } from '../ui/art.tsx'
import { Link } from '../ui/link.tsx'
import { dayOf, postPath, posts } from './posts.ts'

/** The posts as cards; each card is one link. */
export function BlogGrid() {
  return (
    <ul className="grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
      {posts.map(post => (
        <li key={post.slug} className="group relative">
          <span className="block overflow-hidden rounded-card">
            <Art
              name={post.art}
              alt=""
              sizes="(width >= 64rem) 18rem, (width >= 40rem) 46vw, 92vw"
              className="aspect-3/2 w-full object-cover transition-transform duration-200 ease-out group-hover:scale-[1.02]"
            />
          </span>
          <p className="mt-4 text-stone text-xs">
            <time dateTime={post.date}>{dayOf(post)}</time> · {post.minutes} minutes
          </p>
          <h3 className="mt-1 text-xl">
            <Link to={postPath(post)} className="after:absolute after:inset-0 group-hover:text-rosewood">
              {post.title}
            </Link>
          </h3>
          <p className="mt-2 text-sm text-stone leading-relaxed">{post.teaser}</p>
        </li>
      ))}
    </ul>
  )
}
