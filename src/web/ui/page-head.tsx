import { use } from 'react'
import { shopInfo } from '#domain/shop-info.ts'
import { OriginContext } from './origin.ts'

interface PageHeadProps {
  /** Undefined for the home page. */
  title?: string
  description: string
  /** The canonical path, from the first slash on. */
  path: string
  type?: 'website' | 'article' | 'product'
  /** The picture of a link preview: an absolute URL or a path within the shop. */
  image?: { url: string; width: number; height: number; alt: string }
}

const social = { url: '/social.png', width: 1200, height: 630, alt: `${shopInfo.name}, a small fashion house` }

/** The head of a public page: title, search engines and link previews. */
export function PageHead({ title, description, path, type = 'website', image = social }: PageHeadProps) {
  const origin = use(OriginContext)
  const name = title ? `${title} · ${shopInfo.name}` : `${shopInfo.name}, a small fashion house`
  const short =
    description.length > 160
      ? `${description
          .slice(0, 157)
          .replace(/\s\S*$/, '')
          .trimEnd()}…`
      : description
  const properties = {
    'og:site_name': shopInfo.name,
    'og:type': type,
    'og:title': title ?? name,
    'og:description': short,
    'og:url': origin + path,
    'og:image': new URL(image.url, origin || 'http://localhost').href,
    'og:image:width': String(image.width),
    'og:image:height': String(image.height),
    'og:image:alt': image.alt,
  }
  return (
    <>
      <title>{name}</title>
      <meta name="description" content={short} />
      <link rel="canonical" href={origin + path} />
      {Object.entries(properties).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
