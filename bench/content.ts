// Measures pages and posts in a shop that has 500 pages and 2,000 posts, beside the same shop before it had them. The cache is emptied
// all the time.
//   npm run bench:content -- --rounds 7
import { mkdtempSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openFilledShop, startClearingCache } from './filled-shop.ts'
import { load, needTools } from './load.ts'

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '7' } } })
const rounds = Number(options.rounds)
const written = { page: 500, post: 2_000 }
const paths = {
  firstPosts: '/api/posts?limit=12',
  aPost: '/api/posts/layering-gold',
  aPage: '/api/pages/about',
  journal: '/blogs',
  lastPosts: '/api/posts?limit=12&page=160',
  allPages: '/api/pages',
  sitemap: '/sitemaps/pages.xml',
}

needTools()
const folder = mkdtempSync('/tmp/vitrine-content-')
const shop = await openFilledShop(1_000, 100)
const clearing = startClearingCache(shop)
try {
  const before = await measure()
  await write()
  const after = await measure()
  const rows = Object.keys(paths).map(name => [
    name,
    { before: before[name], after: after[name], ratio: ((after[name] ?? 0) / (before[name] ?? 1)).toFixed(2) },
  ])
  console.table(Object.fromEntries(rows))
} finally {
  await clearing.end()
  await shop.remove()
  rmSync(folder, { recursive: true })
}

/** The median of the requests per second. */
async function measure(): Promise<Record<string, number>> {
  const figures: Record<string, number[]> = {}
  for (let round = 0; round <= rounds; round++)
    for (const [name, path] of Object.entries(paths)) {
      const asked = { url: shop.url, paths: [path], headers: { host: shop.host }, seconds: 1, connections: 4 }
      const { requestsPerSecond } = await load(asked, folder)
      if (round > 0) figures[name] = [...(figures[name] ?? []), requestsPerSecond]
    }
  return Object.fromEntries(
    Object.entries(figures).map(([name, all]) => [
      name,
      Math.round(all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0),
    ]),
  )
}

/** Copies a post and a page of the first ones, as many times as a large house writes. */
async function write(): Promise<void> {
  for (const [kind, like] of [
    ['post', 'layering-gold'],
    ['page', 'terms'],
  ] as const)
    await shop.query(`
      insert into content
      select gen_random_uuid(), kind, title || n, 'copy-' || n, summary, shows_summary, author, picture, alt, seo_title, seo_description,
        document, pictures, minutes, published_from - n * interval '1 hour', md5(n::text), 1, created_at, updated_at, null
      from content, generate_series(1, ${written[kind]}) n where kind = '${kind}' and address = '${like}'`)
  await shop.query('analyze content')
}
