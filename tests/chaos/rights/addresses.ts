import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { productColumns } from '#domain/products/product-import.ts'
import { createUser } from '../../support/builders.ts'
import { askRaw } from '../support/load/raw.ts'
import { spread } from '../support/load/spread.ts'
import type { OpenShop } from '../support/shop-in-process.ts'
import type { TrialContext } from '../support/trial.ts'
import { signIn } from './sign-in.ts'

const others = [
  '//other.test',
  '/\\other.test',
  '\\\\other.test',
  'https://other.test',
  'https:other.test',
  '/%09/other.test',
  '/%2f/other.test',
  '/%5cother.test',
  '//other.test%2f..',
  'javascript:alert(1)',
  '//shop.example@other.test',
  '/.other.test',
  '////other.test/%2e%2e',
]
const names = [
  'next',
  'from',
  'url',
  'redirect',
  'redirect_uri',
  'returnTo',
  'return_to',
  'continue',
  'goto',
  'dest',
  'callback',
  'session_id',
]
const pages = [
  '/',
  '/login',
  '/register',
  '/success',
  '/dashboard',
  '/shop',
  '/api/auth/session',
  '/sandbox/pay/x',
  '/nowhere',
]

/** Whether an address, or a forwarded header, redirects a visitor to another site. */
export async function tryRedirects(shop: OpenShop, { times, none, note }: TrialContext): Promise<void> {
  const asked = [
    ...others.flatMap(other =>
      [other, `${other}/`, `${other}/..`, `/shop${other}`, `/x/..${other}`].map(path => ({ path, headers: {} })),
    ),
    ...pages.flatMap(page =>
      others.flatMap(other => names.map(name => ({ path: `${page}?${name}=${other}`, headers: {} }))),
    ),
    ...pages.flatMap(page =>
      ['host', 'x-forwarded-host', 'x-forwarded-server', 'x-original-host', 'forwarded', 'origin', 'referer'].map(
        name => ({
          path: `${page}?of=${name}`,
          headers: {
            [name]: name === 'forwarded' ? 'host=other.test' : name === 'host' ? 'other.test' : 'https://other.test',
          },
        }),
      ),
    ),
  ]
  const leads: string[] = []
  let redirects = 0
  const tried = spread(asked, times(asked.length))
  for (const { path, headers } of tried) {
    const { status, headers: got, body } = await askRaw(shop.url, { path, headers })
    if (status >= 500) leads.push(`${path}: ${status}`)
    if (got.location !== undefined) {
      redirects += 1
      const isOurs =
        URL.canParse(got.location, shop.origin) && new URL(got.location, shop.origin).origin === shop.origin
      if (!isOurs) leads.push(`${path} leads to ${got.location}`)
    }
    const isTold = Object.keys(headers).length > 0 && body.includes('other.test')
    if (isTold) leads.push(`${path} with ${JSON.stringify(headers)} names the other site`)
  }
  for (const lead of leads.slice(0, 5)) console.error(lead)
  note('addresses and headers that name another site', tried.length)
  note('of these, answered with a redirect', redirects)
  none('that lead there, name it, or are answered with 500', leads.length)
}

const ups = [
  '../',
  '..%2f',
  '%2e%2e/',
  '%2e%2e%2f',
  '..%252f',
  '..\\',
  '..%5c',
  '%252e%252e%252f',
  '..;/',
  '....//',
  '..%c0%af',
  '.%00./',
  '%uff0e%uff0e/',
]
const roots = [
  '/',
  '/images/',
  '/images/placeholder/',
  '/assets/',
  '/art/',
  '/api/products/',
  '/favicon.svg/',
  '/sitemaps/',
  '/images/x/',
  '/assets/x/',
]

/** Whether a path reaches a file that is not public. */
export async function tryPaths(shop: OpenShop, { times, none, note }: TrialContext): Promise<void> {
  const marker = `nobody may read this ${Math.random()}`
  writeFileSync(path.join(shop.folder, 'secret.txt'), marker)
  const targets = [
    'etc/passwd',
    'package.json',
    'secret.txt',
    'database/PG_VERSION',
    'server/index.js',
    '.git/config',
    `${shop.folder.slice(1)}/secret.txt`,
  ]
  const tried = roots
    .flatMap(root =>
      ups.flatMap(up => [1, 2, 4, 8].flatMap(depth => targets.map(target => root + up.repeat(depth) + target))),
    )
    .concat(
      roots.flatMap(root =>
        targets.flatMap(target => [
          `${root}/${target}`,
          `${root}%00/${target}`,
          `${root}file:///${target}`,
          `${root}${target}%00.webp`,
        ]),
      ),
    )
  const few = spread(tried, times(tried.length))
  const reached: string[] = []
  for (const asked of few) {
    const { status, body } = await askRaw(shop.url, { path: asked })
    if (
      status >= 500 ||
      [marker, 'root:x:', '"devDependencies"', '[core]', 'createRequestHandler'].some(text => body.includes(text))
    )
      reached.push(`${asked}: ${status}`)
  }
  for (const asked of reached.slice(0, 5)) console.error(asked)
  note('paths that lead out of the folders of the web', few.length)
  none('files reached, and answers of 500', reached.length)
}

/** Whether the shop itself ever requests an address that a user has typed. */
export async function tryFetching(shop: OpenShop, { times, none, note }: TrialContext): Promise<void> {
  let calls = 0
  const trap = createServer(socket => {
    calls += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => trap.once('listening', resolve))
  const { port } = trap.address() as AddressInfo
  const hosts = [
    `127.0.0.1:${port}`,
    `localhost:${port}`,
    `2130706433:${port}`,
    `0x7f.1:${port}`,
    `[::ffff:127.0.0.1]:${port}`,
  ]
  const addresses = hosts.flatMap(host => ['https', 'http', 'ftp'].map(scheme => `${scheme}://${host}/picture.png`))
  const [customer, owner] = [await createUser(shop.db), await createUser(shop.db, { role: 'admin' })]
  const [asCustomer, asOwner] = [await signIn(shop.db, customer), await signIn(shop.db, owner)]
  let typed = 0
  let taken = 0

  async function send(method: string, path: string, body: object | string, sent: Record<string, string>) {
    const isText = typeof body === 'string'
    const headers = { 'content-type': isText ? 'text/csv' : 'application/json', ...sent }
    const { status } = await askRaw(shop.url, { method, path, headers, body: isText ? body : JSON.stringify(body) })
    typed += 1
    if (status < 300) taken += 1
  }
  for (const address of spread(addresses, times(addresses.length))) {
    const about = { username: 'Ada', bio: address, profession: address.slice(0, 80), profileImage: address }
    await send('PATCH', `/api/auth/edit-profile/${customer.id}`, about, asCustomer)
    await askRaw(shop.url, { path: '/api/auth/session', headers: asCustomer })
    await askRaw(shop.url, { path: '/api/auth/users', headers: asOwner })
    for (const picture of ['/api/auth/profile-image', '/uploadImage', '/api/uploadImage'])
      await send('POST', picture, { image: address }, asOwner)
    const goods = { name: address, description: address, category: 'dress', color: 'black', price: 9 }
    await send('POST', '/api/products/create-product', { ...goods, image: address }, asOwner)
    await send('POST', '/api/products/create-product', goods, asOwner)
    const row = ['', 'Dress', 'dress', 'black', address, '10', '', address].join()
    await send('POST', '/api/products/imports', `${productColumns.join()}\n${row}\n`, asOwner)
    await send(
      'POST',
      '/api/contact',
      { name: address, email: 'a@b.cc', subject: address, message: address },
      asCustomer,
    )
    await askRaw(shop.url, { path: '/shop', headers: { referer: address } })
  }
  await sleep(500)
  const uninvited = calls
  await fetch(`http://127.0.0.1:${port}`).then(
    () => undefined,
    error => note('a call that was made on purpose is noticed', `${calls - uninvited === 1} (${error.name})`),
  )
  await new Promise(resolve => trap.close(resolve))
  note('addresses typed into fields', `${typed}, of which ${taken} were taken`)
  none('calls of the shop to any of them', uninvited)
}
