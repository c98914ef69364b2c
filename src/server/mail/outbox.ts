import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/connection.ts'
import type { MailContext, Waiting } from './context.ts'
import { MailRefused } from './transports/mailer.ts'
import { writableKinds, writeEmail } from './write-email.ts'

const dayMs = 24 * 60 * 60_000
/** RFC 5321 4.5.4.1: at least four to five days. */
const givesUpAfterMs = 5 * dayMs
const retentionMs = 30 * dayMs
/** As many connections as the mailer keeps. */
const maxAtOnce = 5
const maxReasonLength = 300

/** An e-mail could not be sent. It waits for its next turn, or was given up. */
export class DeliveryError extends Error {
  override name = 'LetterNotSent'
}

/**
 * Sends every e-mail whose turn it is, five at once. Any number of processes may do it at once.
 * @param goOn asked before each e-mail
 * @returns how many e-mails were sent
 * @throws LetterNotSent for the first that could not be sent. One that was refused lets the rest have their turn before; when
 *   the mail server cannot be reached, the rest keeps its turn
 */
export async function sendDue(office: MailContext, goOn = () => true): Promise<number> {
  let sent = 0
  let isDown = false
  const failures: unknown[] = []

  async function work(lane: number): Promise<void> {
    let others: Promise<void> | undefined
    while (!isDown && goOn()) {
      try {
        const mail = await takeNext(office)
        if (!mail) break
        if (lane < maxAtOnce) others ??= work(lane + 1)
        if (await send(office, mail)) sent++
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
 * Takes the e-mail that has waited longest for its turn, those about a password first. Its next turn comes later every time, and always later than any
 * sending takes, so that an e-mail that dies with its process is sent by another, and none by two at once. A kind that only a
 * newer release can write is left to it.
 */
async function takeNext({ db, clock }: MailContext): Promise<Waiting | undefined> {
  const now = clock.now()
  const later = sql`${now}::timestamptz + least(interval '1 hour', interval '1 minute' * 2 ^ least(attempts, 6))`
  const longestWaiting = (column: RawBuilder<unknown>, kinds = sql`kind = any(${writableKinds})`) => sql`(
    select id from mail where ${column} <= ${now} and ${kinds}
    order by ${column} limit 1 for update skip locked
  )`
  const [dueAt, nextTryAt] = [sql.ref('due_at'), sql.ref('next_try_at')]
  const { rows } = await sql<Waiting>`
    update mail set
      attempts = attempts + 1,
      due_at = case when due_at is not null then ${later} end,
      next_try_at = case when next_try_at is not null then ${later} end
    where id = coalesce(
      ${longestWaiting(nextTryAt, sql`kind = 'password-reset'`)}, ${longestWaiting(dueAt)}, ${longestWaiting(nextTryAt)}
    )
    returning id, kind, address, created_at, attempts, news`.execute(db)
  return rows[0]
}

async function send(office: MailContext, mail: Waiting): Promise<boolean> {
  const { db, mailer, clock } = office
  try {
    const email = await writeEmail(office, mail)
    if (email) await mailer.send(email)
    await close(db, mail, email ? clock.now() : null)
    return email !== undefined
  } catch (cause) {
    const isFinal = cause instanceof MailRefused && cause.isFinal
    const isGivenUp = isFinal || +clock.now() - +mail.created_at > givesUpAfterMs
    if (isGivenUp) await giveUp(db, mail, clock.now(), cause)
    throw new DeliveryError(`${mail.kind} ${mail.id} was not sent${isGivenUp ? ', it is given up' : ''}`, { cause })
  }
}

/** An order that was shipped again while its e-mail was being left unsent has given that another turn, which stays. */
async function close(db: Db, { id, attempts }: Waiting, sentAt: Date | null): Promise<void> {
  await db
    .updateTable('mail')
    .set({ next_try_at: null, due_at: null, sent_at: sentAt, failed_at: null, failure: null })
    .where('id', '=', id)
    .$if(sentAt === null, mail => mail.where('attempts', '=', attempts))
    .execute()
}

/** It stays as undeliverable. A link for a new password does not: sent again later, it would reach somebody who no longer asks. */
async function giveUp(db: Db, mail: Waiting, now: Date, cause: unknown): Promise<void> {
  if (mail.kind === 'password-reset') return await close(db, mail, null)
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

/** Who was written to is forgotten after 30 days, and what the mailer keeps of letters that are known no more. */
export async function forgetOld({ db, mailer, clock }: MailContext): Promise<void> {
  await db
    .deleteFrom('mail')
    .where('next_try_at', 'is', null)
    .where('due_at', 'is', null)
    .where(({ eb, fn }) => eb(fn.coalesce('failed_at', 'created_at'), '<', new Date(+clock.now() - retentionMs)))
    .execute()
  await mailer.forget?.(async ids => {
    const known = db.selectFrom('mail').select('id').where('id', '=', sql<string>`any(${ids}::uuid[])`)
    return (await known.execute()).map(({ id }) => id)
  })
}
