import { contentPath, type ShownContent } from '#domain/content/content.ts'
import { Breadcrumb } from '../ui/breadcrumb.tsx'
import { Prose } from '../ui/prose.tsx'
import { ContentPicture } from './content-picture.tsx'
import { dayOf } from './day-of.ts'
import { Blocks } from './document-view.tsx'
import { PostHead } from './post-head.tsx'

/** A post of the journal: title, cover and text. */
export function PostView({ content }: { content: ShownContent }) {
  const { title, summary, author, date, minutes, picture, pictures, alt, document, products } = content
  const trail = [
    { name: 'Home', path: '/' },
    { name: 'Journal', path: '/blogs' },
    { name: title, path: contentPath(content) },
  ]
  return (
    <>
      <PostHead content={content} />
      <Breadcrumb trail={trail} />
      <article>
        <header className="mx-auto max-w-3xl text-center">
          <h1 className="text-4xl leading-tight [overflow-wrap:anywhere] md:text-6xl">{title}</h1>
          {summary && <p className="mx-auto mt-5 max-w-[46ch] text-lg text-stone leading-relaxed">{summary}</p>}
          <p className="mt-5 text-sm">
            {author && `By ${author} · `}
            {date && (
              <>
                <time dateTime={date.slice(0, 10)}>{dayOf(date)}</time> ·{' '}
              </>
            )}
            {minutes} {minutes === 1 ? 'minute' : 'minutes'} to read
          </p>
        </header>
        {picture && (
          <ContentPicture
            name={picture}
            pictures={pictures}
            alt={alt}
            sizes="(width >= 80rem) 64rem, 92vw"
            priority
            className="mx-auto mt-10 aspect-3/2 w-full max-w-5xl rounded-card object-cover"
          />
        )}
        <Prose className="mx-auto mt-10 text-[1.0625rem] md:mt-14">
          <Blocks blocks={document.content} pictures={pictures} products={products} hasWidePictures />
        </Prose>
      </article>
    </>
  )
}
