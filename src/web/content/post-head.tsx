import { use } from 'react'
import { contentPath, type ShownContent } from '#domain/content/content.ts'
import { useShop } from '../settings/api.ts'
import { JsonLd } from '../ui/json-ld.tsx'
import { OriginContext } from '../ui/origin.ts'
import { PageHead } from '../ui/page-head.tsx'
import { sharedPicture } from './content-picture.tsx'

/** Metadata of a post for search engines and for link previews. */
export function PostHead({ content }: { content: ShownContent }) {
  const origin = use(OriginContext)
  const { name } = useShop()
  const { title, summary, date, author, picture, pictures, alt, seoTitle, seoDescription } = content
  const path = contentPath(content)
  const image = sharedPicture(picture, pictures, alt)
  const about = {
    '@type': 'BlogPosting',
    headline: title,
    description: seoDescription || summary,
    ...(image && { image: [origin + image.url] }),
    ...(date && { datePublished: date.slice(0, 10) }),
    ...(author && { author: { '@type': 'Person', name: author } }),
    publisher: { '@type': 'Organization', name, url: origin },
    mainEntityOfPage: origin + path,
  }
  return (
    <>
      <PageHead
        title={title}
        description={summary}
        seoTitle={seoTitle || undefined}
        seoDescription={seoDescription || undefined}
        path={path}
        type="article"
        image={image}
      />
      <JsonLd about={about} />
    </>
  )
}
