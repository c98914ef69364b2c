import { v7 } from 'uuid'
import { createProduct, createUser } from '../../support/builders.ts'
import { askRaw } from '../support/load/raw.ts'
import { spread } from '../support/load/spread.ts'
import { orderAndPay } from '../support/payments/order.ts'
import type { OpenShop } from '../support/shop-in-process.ts'
import type { TrialContext } from '../support/trial.ts'
import { createMember, deleteUser, looks, post } from './login.ts'
import { signIn } from './sign-in.ts'

/** Tries what a stranger, or another customer, can find out about existing users and records. */
export async function tryStrangers(
  shop: OpenShop,
  clock: { move(ms: number): void },
  { times, none, note }: TrialContext,
) {
  const { db } = shop
  const ada = await createMember(shop)
  const gone = await createMember(shop)
  await deleteUser(shop, gone.id)
  const product = await createProduct(db)
  const order = await orderAndPay(shop, product.id, await signIn(db, ada))
  const other = await signIn(db, await createUser(db))
  const differences: string[] = []
  let compared = 0

  /** Whether answers about existing and missing records look the same. */
  async function compare(what: string, known: string[], unknown: string[], ask: (about: string) => Promise<string>) {
    const seen = new Set<string>()
    for (const about of [...known, ...unknown]) {
      seen.add(await ask(about))
      compared += 1
    }
    if (seen.size > 1) differences.push(`${what}: ${[...seen].join('\n')}`)
  }
  const emails = { known: [ada.email, ada.email.toUpperCase(), gone.email], unknown: ['nobody@shop.test', 'x@y.zz'] }
  const ids = { known: [ada.id, gone.id], unknown: [v7(), '00000000-0000-0000-0000-000000000000', 'x', '%'] }

  /** Posts after earlier calls have left the rate limits. */
  async function postLater(path: string, body: object) {
    clock.move(60 * 60_000)
    return looks(await post(shop, path, body))
  }
  const posts: Record<string, (email: string) => object> = {
    login: email => ({ email, password: 'not this one' }),
    'forgot-password': email => ({ email }),
  }
  for (const [path, body] of Object.entries(posts))
    await compare(path, emails.known, emails.unknown, email => postLater(path, body(email)))
  await compare('register', [ada.email, gone.email], ['no e-mail', 'x@', 'x@y', ''], email =>
    postLater('register', { email, username: 'Ada', password: 'a silk dress' }),
  )
  await askRaw(shop.url, { path: '/api/auth/session', headers: other }) // the first use in an hour sets a cookie
  const about = shop.app.accessTable.filter(({ access }) => access.startsWith('self'))
  for (const { method, url } of spread(about, times(about.length)))
    for (const [who, headers] of [
      ['anonymous', {}],
      ['another customer', other],
    ] as const)
      await compare(
        `${method} ${url} as ${who}`,
        [...emails.known, ...ids.known],
        [...emails.unknown, ...ids.unknown],
        async named =>
          looks(await askRaw(shop.url, { method, path: url.replace(/:\w+/, encodeURIComponent(named)), headers })),
      )

  const isFound = async (path: string) => (await askRaw(shop.url, { path, headers: other })).status === 200
  const guesses = times(1000)
  let found = 0
  for (let n = 0; n < guesses; n++) {
    const guess = n % 2 ? near(order.order_id, n) : near(order.id, n)
    if (await isFound(`/api/orders/order/${guess}`)) found += 1
  }
  const whole = await askRaw(shop.url, { path: `/api/orders/order/${order.order_id}`, headers: other })
  const shown = JSON.parse(whole.body).data
  const tooMuch = Object.keys(shown).filter(key => !publicFields.includes(key))

  for (const what of differences.slice(0, 5)) console.error(what)
  note('answers compared about people who are there, were there, and never were', compared)
  none('places where they differ', differences.length)
  note("numbers of orders guessed, near another customer's", guesses)
  none('of these, found', found)
  none('fields beyond its state that a stranger sees of an order whose link they hold', tooMuch.length)
}

const publicFields = ['orderId', 'status', 'paymentState', 'createdAt', 'updatedAt', 'events']

/** The same id with other last digits. */
const near = (id: string, n: number) =>
  id.slice(0, -4) + ((Number.parseInt(id.slice(-4), 16) + n + 1) & 0xffff).toString(16).padStart(4, '0')
