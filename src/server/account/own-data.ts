import { Readable } from 'node:stream'
import { currencyCode } from '#domain/money.ts'
import type { Accounts } from '../users/accounts.ts'
import { findAccountData } from './own-data-account.ts'
import { ordersInPages, reviewsInPages } from './own-data-pages.ts'

/** What the file leaves out and why, as sentences in the file. */
const leftOut = [
  'Messages written in the contact form, and our answers to them: they carry a name and an address that anybody can type, so nothing proves that they are yours. Write to us from that address to ask for them, or to have them deleted.',
  'Orders that were placed without being signed in: whoever holds their link can see where they stand.',
  'What you did as an admin of this shop: it is on the page Audit.',
  'Your password and the keys of your sessions: we do not have them, only fingerprints from which nobody can read them.',
]

type Parts = Pick<Accounts, 'db' | 'clock' | 'origin'>

/**
 * Everything that the shop knows about a user as JSON. It is read one page of rows at a time, as fast as the client reads the
 * bytes. Amounts are given twice: in major units, and in whole cents. The file contains nothing that signs anybody in.
 * @returns the bytes; destroying the stream ends the queries
 */
export const writeOwnData = (parts: Parts, userId: string): Readable =>
  Readable.from(piecesOf(parts, userId), { objectMode: false, highWaterMark: 1 })

async function* piecesOf({ db, clock, origin }: Parts, userId: string): AsyncGenerator<string> {
  const about = {
    what: `What ${origin} knows about you`,
    writtenAt: clock.now().toISOString(),
    times: 'UTC',
    amounts:
      currencyCode() === 'USD'
        ? 'US dollars (…Dollars) and the same in whole cents (…Cents)'
        : `${currencyCode()}, and the same in its smallest unit (…InSmallestUnit)`,
    leftOut,
  }
  yield `{\n"about": ${JSON.stringify(about)}`
  const account = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(tx => findAccountData(tx, userId))
  for (const [name, value] of Object.entries(account)) yield `,\n${JSON.stringify(name)}: ${JSON.stringify(value)}`
  yield* listOf('orders', ordersInPages(db, userId))
  yield* listOf('reviews', reviewsInPages(db, userId))
  yield '\n}\n'
}

async function* listOf(name: string, pages: AsyncIterable<object[]>): AsyncGenerator<string> {
  yield `,\n"${name}": [`
  let separator = '\n'
  for await (const rows of pages) {
    if (rows.length === 0) continue
    yield separator + rows.map(row => JSON.stringify(row)).join(',\n')
    separator = ',\n'
  }
  yield ']'
}
