import { createHash } from 'node:crypto'
import type { Query, Store } from './connect-store.ts'
import type { Form } from './form.ts'
import { Refusal } from './refusal.ts'

const keptForMs = 24 * 60 * 60_000

/** What a request asked for, to know it again. */
export const hashOf = (form: Form): string => createHash('sha256').update(JSON.stringify(form)).digest('hex')

/**
 * The answer that a request under this idempotency key was given, undefined when there was none.
 * @throws Refusal when it was another request
 */
export async function findAnswer<Body extends object>(
  query: Query,
  key: string | undefined,
  hash: string,
): Promise<Body | undefined> {
  if (key === undefined) return undefined
  const { rows } = await query<{ request_hash: string; body: Body }>(
    'select request_hash, body from sandbox.answer where idempotency_key = $1',
    [key],
  )
  const [earlier] = rows
  if (earlier && earlier.request_hash !== hash) throw keyUsedOtherwise(key)
  return earlier?.body
}

/** Keeps the first answer under a key, for repetitions of the request. */
export async function keepAnswer(
  query: Query,
  { key, hash, body, now }: { key: string | undefined; hash: string; body: object; now: Date },
): Promise<void> {
  if (key === undefined) return
  await query('insert into sandbox.answer (idempotency_key, request_hash, body, created_at) values ($1, $2, $3, $4)', [
    key,
    hash,
    JSON.stringify(body),
    now,
  ])
}

export async function forgetOldAnswers(store: Store, now: Date): Promise<void> {
  await store.query('delete from sandbox.answer where created_at < $1', [new Date(+now - keptForMs)])
}

const keyUsedOtherwise = (key: string) =>
  new Refusal(
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    { type: 'idempotency_error' },
  )
