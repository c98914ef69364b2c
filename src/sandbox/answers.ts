import { createHash } from 'node:crypto'
import type { Form } from './form.ts'
import { Refusal } from './refusal.ts'
import type { Query, Store } from './store/connect-store.ts'

const retentionMs = 24 * 60 * 60_000

/** A hash of a request's parameters, to recognise a repetition. */
export const hashOf = (form: Form): string => createHash('sha256').update(JSON.stringify(form)).digest('hex')

/**
 * The stored response for this idempotency key, undefined if there is none. It is valid for a day, errors included:
 * https://docs.stripe.com/api/idempotent_requests
 * @throws Refusal if the parameters differ, or if the stored response is an error
 */
export async function findAnswer<Body extends object>(
  query: Query,
  key: string | undefined,
  hash: string,
): Promise<Body | undefined> {
  if (key === undefined) return undefined
  const { rows } = await query<{ request_hash: string; status: number; body: Body }>(
    'select request_hash, status, body from sandbox.answer where idempotency_key = $1',
    [key],
  )
  const [earlier] = rows
  if (earlier && earlier.request_hash !== hash) throw keyUsedOtherwise(key)
  if (earlier && earlier.status !== 200) throw Refusal.again(earlier.status, earlier.body as Refusal['body'])
  return earlier?.body
}

interface FirstAnswer {
  key: string | undefined
  hash: string
  body: object
  now: Date
  status?: number
}

/** Stores the first response under a key, for repetitions of the request. */
export async function saveAnswer(query: Query, { key, hash, body, now, status = 200 }: FirstAnswer): Promise<void> {
  if (key === undefined) return
  await query(
    'insert into sandbox.answer (idempotency_key, request_hash, body, created_at, status) values ($1, $2, $3, $4, $5)',
    [key, hash, JSON.stringify(body), now, status],
  )
}

export async function forgetOldAnswers(store: Store, now: Date): Promise<void> {
  await store.query('delete from sandbox.answer where created_at < $1', [new Date(+now - retentionMs)])
}

const keyUsedOtherwise = (key: string) =>
  new Refusal(
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    { type: 'idempotency_error' },
  )
