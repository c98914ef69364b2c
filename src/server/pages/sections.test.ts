import { createRequestHandler, type ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { bySection } from './sections.ts'

const routes = Object.fromEntries(
  [
    { id: 'root', path: '' },
    { id: 'frame', parentId: 'root' },
    { id: 'home', parentId: 'frame', index: true },
    { id: 'shop', parentId: 'frame', path: 'shop' },
    { id: 'product', parentId: 'frame', path: 'shop/:id/:name?' },
    { id: 'categories', parentId: 'frame', path: 'categories/:name' },
    { id: 'nowhere', parentId: 'frame', path: '*' },
    { id: 'map', parentId: 'root', path: 'sitemaps/pages.xml' },
    { id: 'dashboard', parentId: 'root', path: 'dashboard' },
    { id: 'orders', parentId: 'dashboard', path: 'orders' },
    { id: 'update', parentId: 'dashboard', path: 'update-product/:id' },
  ].map(route => [route.id, { ...route, module: { loader: () => new Response(route.id) } }]),
)
const parts = {
  publicPath: '/',
  assets: { routes: {}, entry: {} },
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
}
const module = { default: () => new Response('a page') }
const build = { ...parts, routes, entry: { module }, routeDiscovery: { mode: 'initial' } } as unknown as ServerBuild

test.each([
  ['/', 'home'],
  ['/shop', 'shop'],
  ['/shop?page=2', 'shop'],
  ['/Shop', 'shop'],
  ['/%73hop', 'shop'],
  ['/shop/42', 'product'],
  ['/shop/42/silk-dress', 'product'],
  ['/shop/42/silk/dress', 'nowhere'],
  ['/shops', 'nowhere'],
  ['/categories', 'nowhere'],
  ['/categories/dress', 'categories'],
  ['/sitemaps/pages.xml', 'map'],
  ['/orders', 'nowhere'],
  ['/dashboard', 'dashboard'],
  ['/dashboard/orders', 'orders'],
  ['/dashboard/update-product/7', 'update'],
  ['/dashboard/nothing', 'nowhere'],
  ['//shop', 'nowhere'],
])('%s is %s, whether its section is known or not', async (url, id) => {
  const ask = async (handle: ReturnType<typeof createRequestHandler>) =>
    (await handle(new Request(`http://localhost${url}`))).text()
  expect(await ask(bySection(build))).toBe(id)
  expect(await ask(createRequestHandler(build))).toBe(id)
})
