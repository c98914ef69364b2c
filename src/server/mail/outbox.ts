import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/connection.ts'
import type { MailContext, QueuedEmail } from './context.ts'
import { MailRefused } from './transports/mailer.ts'
import { writableKinds, writeEmail } from './write-email.ts'

const dayMs = 24 * 60 * 60_000
/** RFC 5321 4.5.4.1: a sender retries for at least four to five days. */
const givesUpAfterMs = 5 * dayMs
const retentionMs = 30 * dayMs
/** The number of connections that the mailer opens. */
const maxAtOnce = 5
const maxReasonLength = 300

/** An e-mail could not be sent. It is retried later, or was given up. */
export class DeliveryError extends Error {
  override name = 'DeliveryError'
}

/**
 * Sends every e-mail that is due, up to five at once. Any number of processes may run it at the same time.
 * @param shouldContinue asked before each e-mail
 * @returns how many e-mails were sent
 * @throws DeliveryError for the first e-mail that could not be sent. After a refusal the rest is sent first; when the mail server
 *   cannot be reached, the rest stays due
 */
export async function sendDue(context: MailContext, shouldContinue = () => true): Promise<number> {
  let sent = 0
  let isDown = false
  const failures: unknown[] = []

  async function work(lane: number): Promise<void> {
    let others: Promise<void> | undefined
    while (!isDown && shouldContinue()) {
      try {
        const mail = await takeNext(context)
        if (!mail) break
        if (lane < maxAtOnce) others ??= work(lane + 1)
        if (await send(context, mail)) sent++
      } catch (error) {
        failures.push(error)
        isDown ||= !isRefusal(error)
      }
    }
    await others
  }

  await work(1)
  if (failures.length > 0) throw failures[0]
  return sent
}

const isRefusal = (error: unknown) => error instanceof DeliveryError && error.cause instanceof MailRefused

/**
 * Takes the e-mail that has been due longest, password resets first. Each attempt postpones the next one further, and always by
 * longer than sending takes: an e-mail whose process dies is sent by another process, and none is sent by two at once. Kinds that
 * only a newer release can write are left to that release.
 */
async function takeNext({ db, clock }: MailContext): Promise<QueuedEmail | undefined> {
  const now = clock.now()
  const nextAttempt = sql`${now}::timestamptz + least(interval '1 hour', interval '1 minute' * 2 ^ least(attempts, 6))`
  const longestDue = (column: RawBuilder<unknown>, kinds = sql`kind = any(${writableKinds})`) => sql`(
    select id from mail where ${column} <= ${now} and ${kinds}
    order by ${column} limit 1 for update skip locked
  )`
  const [dueAt, nextTryAt] = [sql.ref('due_at'), sql.ref('next_try_at')]
  const { rows } = await sql<QueuedEmail>`
    update mail set
      attempts = attempts + 1,
      due_at = case when due_at is not null then ${nextAttempt} end,
      next_try_at = case when next_try_at is not null then ${nextAttempt} end
    where id = coalesce(
      ${longestDue(nextTryAt, sql`kind = 'password-reset'`)}, ${longestDue(dueAt)}, ${longestDue(nextTryAt)}
    )
    returning id, kind, address, alert_id, invitation_id, answer_id, return_id, created_at, attempts, news`.execute(db)
  return rows[0]
}

async function send(context: MailContext, mail: QueuedEmail): Promise<boolean> {
  const { db, mailer, clock } = context
  try {
    const email = await writeEmail(context, mail)
    if (email) await mailer.send(email)
    await markDone(db, mail, email ? clock.now() : null)
    return email !== undefined
  } catch (cause) {
    const isFinal = cause instanceof MailRefused && cause.isFinal
    const isGivenUp = isFinal || +clock.now() - +mail.created_at > givesUpAfterMs
    if (isGivenUp) await markUndeliverable(db, mail, clock.now(), cause)
    throw new DeliveryError(`${mail.kind} ${mail.id} was not sent${isGivenUp ? ', it is given up' : ''}`, { cause })
  }
}

/** An order shipped again while its e-mail was being dropped has queued the e-mail anew, with no attempts; that row stays queued. */
async function markDone(db: Db, { id, attempts }: QueuedEmail, sentAt: Date | null): Promise<void> {
  await db
    .updateTable('mail')
    .set({ next_try_at: null, due_at: null, sent_at: sentAt, failed_at: null, failure: null })
    .where('id', '=', id)
    .$if(sentAt === null, mail => mail.where('attempts', '=', attempts))
    .execute()
}

/** Marks an e-mail as undeliverable. A password reset is closed instead: its link must not reach anybody long after the request. */
async function markUndeliverable(db: Db, mail: QueuedEmail, now: Date, cause: unknown): Promise<void> {
  if (mail.kind === 'password-reset') return await markDone(db, mail, null)
  const why = cause instanceof Error ? cause.message : String(cause)
  await db
    .updateTable('mail')
    .set({
      next_try_at: null,
      due_at: null,
      failed_at: now,
      failure: why.slice(0, maxReasonLength).replaceAll(/\p{Cc}/gu, ' '),
    })
    .where('id', '=', mail.id)
    .where('attempts', '=', mail.attempts)
    .execute()
}

/** Deletes e-mails 30 days after they were queued or failed, and the mailer's copies of e-mails that have no row any more. */
export async function deleteOldMail({ db, mailer, clock }: MailContext): Promise<void> {
  await db
    .deleteFrom('mail')
    .where('next_try_at', 'is', null)
    .where('due_at', 'is', null)
    .where(({ eb, fn }) => eb(fn.coalesce('failed_at', 'created_at'), '<', new Date(+clock.now() - retentionMs)))
    .execute()
  await mailer.deleteUnknown?.(async ids => {
    const known = db.selectFrom('mail').select('id').where('id', '=', sql<string>`any(${ids}::uuid[])`)
    return (await known.execute()).map(({ id }) => id)
  })
}
