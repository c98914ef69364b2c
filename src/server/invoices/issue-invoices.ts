import { sql } from 'kysely'
import { invoiceNumber } from '#domain/costs/invoice.ts'
import type { Db, Tx } from '../db/connection.ts'
import type { Clock, Ids } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { runEvery } from '../lib/run-every.ts'
import { draftCreditNote, draftInvoice, type InvoiceDraft } from './draft.ts'
import { hasOpenGap, lastNumber, numbersLock } from './queries.ts'

const lookEveryMs = 1_000

export interface InvoiceContext {
  db: Db
  clock: Clock
  ids: Ids
}

interface Due {
  id: number
  order_id: string
  refund_id: string | null
}

type Step = 'issued' | 'nothing due' | 'not now' | { failed: number; error: unknown }

/**
 * Issues an invoice for every order that was paid, and a credit note for every refund that was done, the oldest first: each with the
 * next number of the year, in a transaction of its own. One that fails holds up no other. Any number of processes may run it at the
 * same time: only one of them gives numbers.
 * @returns how many were issued
 * @throws the error of the first one that failed, after all others; it stays due
 */
export async function issueInvoices(context: InvoiceContext, signal?: AbortSignal): Promise<number> {
  const failed: number[] = []
  let firstError: unknown
  for (let issued = 0; !signal?.aborted; ) {
    const step = await issueNext(context, failed)
    if (step === 'issued') issued += 1
    else if (typeof step === 'object') {
      failed.push(step.failed)
      firstError ??= step.error
    } else if (firstError) throw firstError
    else return issued
  }
  return 0
}

async function issueNext({ db, clock, ids }: InvoiceContext, failed: number[]): Promise<Step> {
  if (!(await findDue(db, failed))) return 'nothing due'
  let due: Due | undefined
  try {
    return await db.transaction().execute(async tx => {
      if (!(await mayGiveNumbers(tx))) return 'not now'
      due = await findDue(tx, failed) // again, as nobody else can change it now
      if (!due) return 'nothing due'
      const draft = due.refund_id
        ? await draftCreditNote(tx, due.order_id, due.refund_id)
        : await draftInvoice(tx, due.order_id)
      if (draft) await issue(tx, due, draft, { at: clock.now(), id: ids.uuid() })
      await tx.deleteFrom('invoice_due').where('id', '=', due.id).execute()
      return 'issued'
    })
  } catch (error) {
    if (!due) throw error
    return { failed: due.id, error }
  }
}

/** A refund comes after every payment, and waits for that of its own order when its invoice has failed. */
async function findDue(db: Db, failed: number[]): Promise<Due | undefined> {
  return await db
    .selectFrom('invoice_due')
    .select(['id', 'order_id', 'refund_id'])
    .where('id', '<>', sql<number>`all(${failed}::bigint[])`)
    .where(
      sql<boolean>`(refund_id is null or not exists (
        select from invoice_due own where own.order_id = invoice_due.order_id and own.refund_id is null
      ))`,
    )
    .orderBy(sql`refund_id is not null`)
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

async function mayGiveNumbers(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select pg_try_advisory_xact_lock(${numbersLock}) and not ${hasOpenGap} as may`.execute(tx)
  return rows[0]?.may === true
}

/** The number is read after the lock was taken, so that it follows on the last one that was committed. */
async function issue(tx: Tx, due: Due, draft: InvoiceDraft, { at, id }: { at: Date; id: string }): Promise<void> {
  const year = at.getUTCFullYear()
  const { rows } = await sql<{ last: number }>`select ${lastNumber(year)} as last`.execute(tx)
  const number = (rows[0]?.last ?? 0) + 1
  const { amountCents, taxCents, ...printed } = draft
  const snapshot = { ...printed, number: invoiceNumber({ year, number }), issuedAt: at.toISOString() }
  await tx
    .insertInto('invoice')
    .values({
      id,
      order_id: due.order_id,
      refund_id: due.refund_id,
      kind: draft.kind,
      year,
      number,
      issued_at: at,
      amount_cents: amountCents,
      tax_cents: taxCents,
      snapshot: JSON.stringify(snapshot),
    })
    .execute()
}

/**
 * Issues invoices while the shop runs, within seconds of the payment.
 * @returns a handle whose `close` stops the job after the current invoice
 */
export function startInvoicing(context: InvoiceContext, log: Pick<Log, 'warn'>): { close(): Promise<void> } {
  return runEvery(
    {
      everyMs: lookEveryMs,
      runsAtStart: true,
      run: signal => issueInvoices(context, signal),
      messageFor: () => 'an invoice could not be issued, the shop will try again',
    },
    log,
  )
}
