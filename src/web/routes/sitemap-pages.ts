import { contentEndpoints } from '../content/api.ts'
import { storeContext } from '../prefetch.ts'
import { settingsEndpoints } from '../settings/api.ts'
import type { Route } from './+types/sitemap-pages'

/** A sitemap of all pages but the products, which have sitemaps of their own. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { dispatch } = context.get(storeContext)
  const [{ data: shop }, { data: written }] = await Promise.all([
    dispatch(settingsEndpoints.shopFrame.initiate()),
    dispatch(contentEndpoints.addresses.initiate()),
  ])
  const { origin } = new URL(request.url)
  const paths = [
    '/',
    '/shop',
    '/sale',
    ...(shop?.categories ?? []).map(({ address }) => `/categories/${address}`),
    ...(shop?.collections ?? []).map(({ address }) => `/collections/${address}`),
    '/search',
    '/pages',
    ...(written?.pages ?? []).map(address => `/pages/${address}`),
    '/blogs',
    ...(written?.posts ?? []).map(address => `/blogs/${address}`),
    '/contact',
  ]
  const entries = paths.map(path => `<url><loc>${origin}${path}</loc></url>`)
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`
  return new Response(xml, { headers: { 'Content-Type': 'application/xml' } })
}
