import { sql } from 'kysely'
import { labelOf } from '#domain/products/size.ts'
import { type Count, type CountAnswer, readCounts } from '#domain/products/stock.ts'
import { type AuditBook, recordAuditEntries } from '../../audit/record.ts'
import type { Db, Tx } from '../../db/connection.ts'
import { badRequest, conflict, notFound } from '../../lib/errors.ts'
import { changePieces, type PiecesChange } from '../change-pieces.ts'
import { untilNoneIsBusy } from '../until-none-is-busy.ts'
import { type Countable, heldOf, lockCountable, shelfOf } from './lock-countable.ts'

/** So many sizes are counted in one transaction: orders of them wait for it. */
const atOnce = 50

/**
 * Stores what an admin counted. What is counted is what lies on the shelf, so pieces that are paid and not yet shipped are among
 * it. Each count is stored or not on its own; one against an outdated number, or below what is promised, changes nothing. Counting
 * a size begins with its first count, and orders that await their payment then hold their pieces.
 * @param admin the admin's id; undefined for the command line
 * @param sent see `readCounts`
 * @param noteIn also done in the transaction of counts that were stored, at the time that the audit has
 * @returns what became of each count, in the order in which they were sent
 * @throws ShopError 400 with a sentence, 404 for a size that is not there, 409 while an older release is connected
 */
export async function countStock(
  book: AuditBook,
  admin: string | undefined,
  sent: unknown,
  noteIn?: (tx: Tx, stored: { variantId: string; before: number | null; shelf: number }[], at: Date) => Promise<void>,
): Promise<CountAnswer[]> {
  const read = readCounts(sent)
  if (read.error !== undefined) throw badRequest(read.error)
  const { counts } = read
  await refuseUnknown(book.db, counts)
  await refuseBesideOlder(book.db)

  async function countIn(tx: Tx, part: Count[]) {
    const { ready, busy } = await lockCountable(
      tx,
      part.map(({ variantId }) => variantId),
    )
    const judged = part
      .filter(({ variantId }) => !busy.includes(variantId))
      .map(count => judge(count, ready.get(count.variantId)))
    const stored = judged.filter(({ answer }) => answer.result === 'counted')
    const at = book.clock.now()
    await store(
      tx,
      { ...book, clock: { now: () => at } },
      admin,
      stored.flatMap(({ change }) => change ?? []),
    )
    await noteIn?.(
      tx,
      stored.map(({ answer, before }) => ({ variantId: answer.variantId, before, shelf: Number(answer.shelf) })),
      at,
    )
    return {
      answers: judged.map(({ answer }) => answer),
      busy: part.filter(({ variantId }) => busy.includes(variantId)),
    }
  }

  const answers = new Map<string, CountAnswer>()
  const inOrder = counts.toSorted((a, b) => (a.variantId < b.variantId ? -1 : 1))
  for (let from = 0; from < inOrder.length; from += atOnce) {
    const stillBusy = await untilNoneIsBusy(inOrder.slice(from, from + atOnce), async part => {
      const done = await book.db.transaction().execute(tx => countIn(tx, part))
      for (const answer of done.answers) answers.set(answer.variantId, answer)
      return done.busy
    })
    for (const { variantId } of stillBusy)
      answers.set(
        variantId,
        refusal(variantId, 'being_paid', null, 'It is being paid for right now. Count again in a moment.'),
      )
  }
  return counts.flatMap(({ variantId }) => answers.get(variantId) ?? [])
}

async function refuseUnknown(db: Db, counts: Count[]): Promise<void> {
  const ids = counts.map(({ variantId }) => variantId)
  const { n } = await db
    .selectFrom('variant')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (n < counts.length) throw notFound('Size')
}

/**
 * A release without stock listens for changes under this name. It would sell counted pieces without holding them.
 * @throws ShopError 409 while one is connected
 */
export async function refuseBesideOlder(db: Db): Promise<void> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and application_name = 'vitrine listens' limit 1`.execute(
    db,
  )
  if (rows.length > 0)
    throw conflict(
      'A process of an older release is still connected, and it sells without counting. Stop it, then count again.',
    )
}

const refusal = (variantId: string, result: CountAnswer['result'], shelf: number | null, message: string) => ({
  variantId,
  result,
  shelf,
  message,
})

interface Judged {
  answer: CountAnswer
  /** What should have lain on the shelf. */
  before: number | null
  change?: PiecesChange & { before: number | null; shelf: number }
}

/** Decides what a count does to a size that is locked. */
function judge({ variantId, shelf, seen }: Count, size: Countable | undefined): Judged {
  if (!size) throw notFound('Size')
  const before = shelfOf(size)
  if (shelf === before) return { answer: { variantId, result: 'counted', shelf }, before } // sent twice, or nothing to change
  if (seen !== before) {
    const sentence = `It is ${before ?? 'not counted'} by now: look again before you count.`
    return { answer: refusal(variantId, 'changed', before, sentence), before }
  }
  const { toPack, stock } = size
  const held = heldOf(size)
  if (shelf < toPack + held) {
    const missing = toPack > 0 ? ' If a paid piece is missing, refund its order first.' : ''
    const sentence = `${promisedWords(held, toPack)}: it cannot be below ${toPack + held}.${missing}`
    return { answer: refusal(variantId, 'being_paid', before, sentence), before }
  }
  const by = shelf - toPack - (stock?.onHand ?? 0)
  return { answer: { variantId, result: 'counted', shelf }, before, change: { of: size, by, before, shelf } }
}

const promisedWords = (held: number, toPack: number) =>
  [held > 0 && `${held} held for buyers`, toPack > 0 && `${toPack} paid and not yet shipped`].filter(Boolean).join(', ')

async function store(
  tx: Tx,
  { clock, ids }: AuditBook,
  admin: string | undefined,
  changes: NonNullable<Judged['change']>[],
): Promise<void> {
  if (changes.length === 0) return
  await changePieces(tx, changes, { kind: 'counted', actor: admin, at: clock.now() })
  await recordAuditEntries(
    tx,
    changes.map(({ of, before, shelf }) => {
      const label = labelOf(of.size)
      return {
        ...{ actor: admin, action: 'count', record: 'product', recordId: of.productId },
        ...{ before: { [label]: before }, after: { [label]: shelf } },
      }
    }),
    { clock, ids },
  )
}
