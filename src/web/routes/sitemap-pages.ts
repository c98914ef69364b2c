import { categories } from '#domain/products/product.ts'
import { posts } from '../blog/posts.ts'
import { infoPages } from '../pages/pages.ts'
import type { Route } from './+types/sitemap-pages'

/** A sitemap of all pages but the products, which have sitemaps of their own. */
export function loader({ request }: Route.LoaderArgs) {
  const { origin } = new URL(request.url)
  const paths = [
    '/',
    '/shop',
    '/sale',
    ...categories.map(category => `/categories/${category}`),
    '/search',
    '/pages',
    ...infoPages.map(({ slug }) => `/pages/${slug}`),
    '/blogs',
    ...posts.map(({ slug }) => `/blogs/${slug}`),
    '/contact',
  ]
  const entries = paths.map(path => `<url><loc>${origin}${path}</loc></url>`)
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`
  return new Response(xml, { headers: { 'Content-Type': 'application/xml' } })
}
