import { use } from 'react'
import { useShop } from '../settings/api.ts'
import { OriginContext } from './origin.ts'
import { shortened } from './page-texts.ts'

interface PageHeadProps {
  /** Undefined for the home page. */
  title?: string
  description: string
  /** What search engines and link previews show as it is, instead of the title and the description. */
  seoTitle?: string
  seoDescription?: string
  /** The canonical path, from the first slash on. */
  path: string
  type?: 'website' | 'article' | 'product'
  /** The picture of a link preview: an absolute URL or a path within the shop. */
  image?: { url: string; width: number; height: number; alt: string }
}

/** The head of a public page: title, search engines and link previews. */
export function PageHead({
  title,
  description,
  seoTitle,
  seoDescription = shortened(description),
  path,
  type = 'website',
  image,
}: PageHeadProps) {
  const origin = use(OriginContext)
  const { name, tagline, shared } = useShop()
  const headline = tagline ? `${name}, ${tagline}` : name
  const shown = image ?? { ...shared, alt: headline }
  const properties = {
    'og:site_name': name,
    'og:type': type,
    'og:title': seoTitle ?? title ?? headline,
    'og:description': seoDescription,
    'og:url': origin + path,
    'og:image': new URL(shown.url, origin || 'http://localhost').href,
    'og:image:width': String(shown.width),
    'og:image:height': String(shown.height),
    'og:image:alt': shown.alt,
  }
  return (
    <>
      <title>{seoTitle ?? (title ? `${title} · ${name}` : headline)}</title>
      <meta name="description" content={seoDescription} />
      <link rel="canonical" href={origin + path} />
      {Object.entries(properties).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
