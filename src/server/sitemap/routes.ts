import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { productPath } from '#domain/products/product.ts'
import { shared } from '../cache/cache-plugin.ts'
import { tags } from '../cache/tags.ts'
import type { ReadPublic } from '../db/replica/replica.ts'
import { notFound } from '../lib/errors.ts'
import { productsOnSale } from '../products/list/count-queries.ts'

const productsInFile = 10_000 // the protocol allows 50,000: https://www.sitemaps.org/protocol.html
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** robots.txt and the sitemaps for search engines. src/web serves /sitemaps/pages.xml, which lists the shop's own pages. */
export const sitemapRoutes: FastifyPluginAsyncTypebox<{ read: ReadPublic; origin: string }> = async (
  app,
  { read, origin },
) => {
  const hidden = { schema: { hide: true }, config: shared }

  app.get('/robots.txt', hidden, async (_request, reply) => {
    reply.type('text/plain; charset=utf-8').cacheTags = []
    return `User-agent: *\nDisallow: /api/\nDisallow: /dashboard\nDisallow: /orders/\nDisallow: /success\n\nSitemap: ${origin}/sitemap.xml\n`
  })

  app.get('/sitemap.xml', hidden, async (_request, reply) => {
    const { total } = await read(db => db.selectNoFrom(productsOnSale.as('total')).executeTakeFirstOrThrow())
    const files = Array.from({ length: Math.ceil(total / productsInFile) }, (_, i) => `products-${i + 1}.xml`)
    const entries = ['pages.xml', ...files].map(file => `<sitemap><loc>${origin}/sitemaps/${file}</loc></sitemap>`)
    reply.type('application/xml').cacheTags = [tags.products]
    return document('sitemapindex', entries)
  })

  const params = Type.Object({ file: Type.String() })
  app.get('/sitemaps/products-:file.xml', { ...hidden, schema: { hide: true, params } }, async (request, reply) => {
    const [file] = /^[1-9][0-9]{0,4}$/.exec(request.params.file) ?? []
    if (!file) throw notFound('Sitemap')
    const products = await read(db =>
      db
        .selectFrom('product')
        .select(['id as _id', 'name', 'updated_at'])
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .limit(productsInFile)
        .offset((Number(file) - 1) * productsInFile)
        .execute(),
    )
    if (products.length === 0) throw notFound('Sitemap')
    const entries = products.map(
      product =>
        `<url><loc>${origin}${productPath(product)}</loc><lastmod>${product.updated_at.toISOString()}</lastmod></url>`,
    )
    reply.type('application/xml').cacheTags = [tags.products]
    return document('urlset', entries)
  })
}

const document = (root: string, entries: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${namespace}>\n${entries.join('\n')}\n</${root}>\n`
