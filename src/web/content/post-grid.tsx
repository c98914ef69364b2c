import { contentPath, type PostEntry } from '#domain/content/content.ts'
import { Link } from '../ui/link.tsx'
import { dayOf } from './day-of.ts'
import { PostPicture } from './post-picture.tsx'

/** Posts as cards; each card is one link. */
export const PostGrid = ({ posts }: { posts: readonly PostEntry[] }) => (
  <ul className="grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
    {posts.map(post => (
      <li key={post.address} className="group relative min-w-0">
        <span className="block overflow-hidden rounded-card">
          <PostPicture
            post={post}
            sizes="(width >= 64rem) 18rem, (width >= 40rem) 46vw, 92vw"
            className="aspect-3/2 w-full object-cover transition-transform duration-200 ease-out group-hover:scale-[1.02]"
          />
        </span>
        <p className="mt-4 text-stone text-xs">
          <time dateTime={post.date.slice(0, 10)}>{dayOf(post.date)}</time> · {post.minutes}{' '}
          {post.minutes === 1 ? 'minute' : 'minutes'}
        </p>
        <h3 className="mt-1 text-xl [overflow-wrap:anywhere]">
          <Link
            to={contentPath({ kind: 'post', address: post.address })}
            className="after:absolute after:inset-0 group-hover:text-rosewood"
          >
            {post.title}
          </Link>
        </h3>
        <p className="mt-2 text-sm text-stone leading-relaxed">{post.summary}</p>
      </li>
    ))}
  </ul>
)
