import { createHash } from 'node:crypto'
import type { Form } from './form.ts'
import { Refusal } from './refusal.ts'
import type { Client } from './store.ts'

const keptForMs = 24 * 60 * 60_000

/**
 * Does the work of a request once for each idempotency key, and answers a repetition with the first answer.
 * @throws Refusal when the key comes back with another request
 */
export async function answerOnce<Body extends object>(
  client: Client,
  { key, form, now }: { key: string | undefined; form: Form; now: Date },
  work: () => Promise<Body>,
): Promise<{ body: Body; replayed: boolean }> {
  if (!key) return { body: await work(), replayed: false }
  const hash = createHash('sha256').update(JSON.stringify(form)).digest('hex')
  await client.query('delete from sandbox.answer where created_at < $1', [new Date(+now - keptForMs)])
  const mine = await client.query(
    'insert into sandbox.answer (idempotency_key, request_hash, created_at) values ($1, $2, $3) on conflict do nothing',
    [key, hash, now],
  )
  if (mine.rowCount === 0) {
    const { rows } = await client.query('select * from sandbox.answer where idempotency_key = $1', [key])
    if (rows[0].request_hash !== hash) throw keyUsedOtherwise(key)
    return { body: rows[0].body as Body, replayed: true }
  }
  const body = await work()
  await client.query('update sandbox.answer set body = $2 where idempotency_key = $1', [key, JSON.stringify(body)])
  return { body, replayed: false }
}

const keyUsedOtherwise = (key: string) =>
  new Refusal(
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    { type: 'idempotency_error' },
  )
