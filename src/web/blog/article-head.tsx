import { use } from 'react'
import { useShop } from '../settings/api.ts'
import { JsonLd } from '../ui/json-ld.tsx'
import { OriginContext } from '../ui/origin.ts'
import { PageHead } from '../ui/page-head.tsx'
import { type ArticleArt, sharedPicture } from './article-picture.tsx'
import { type Post, postPath } from './posts.ts'

/** Metadata of an article for search engines and for link previews. */
export function ArticleHead({ post, cover, alt }: { post: Post; cover: ArticleArt; alt: string }) {
  const origin = use(OriginContext)
  const { name } = useShop()
  const { title, teaser, date, author } = post
  const image = sharedPicture(cover, alt)
  const about = {
    '@type': 'BlogPosting',
    headline: title,
    description: teaser,
    image: [origin + image.url],
    datePublished: date,
    author: { '@type': 'Person', name: author },
    publisher: { '@type': 'Organization', name, url: origin },
    mainEntityOfPage: origin + postPath(post),
  }
  return (
    <>
      <PageHead title={title} description={teaser} path={postPath(post)} type="article" image={image} />
      <JsonLd about={about} />
    </>
  )
}
