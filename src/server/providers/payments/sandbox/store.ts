import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Connection } from '../../../db/connection.ts'
import type { SessionRow } from './session.ts'

/** The sandbox's own pool. What it keeps lives in a schema of its own and outlives a kill. */
export type Store = pg.Pool
export type Client = pg.PoolClient

export interface Secrets {
  secretKey: string
  webhookSecret: string
}

export async function openStore(connection: Connection): Promise<Store> {
  const store = new pg.Pool({
    ...connection,
    application_name: 'vitrine payments sandbox',
    max: 4,
    connectionTimeoutMillis: 2_000,
    statement_timeout: 5_000,
    lock_timeout: 2_000,
  })
  // An idle connection that breaks is replaced by the pool; the next query reports what is wrong.
  store.on('error', () => undefined)
  await inTransaction(store, async client => {
    await client.query("select pg_advisory_xact_lock(hashtext('vitrine payments sandbox'))")
    await client.query(tables)
  })
  return store
}

export async function inTransaction<T>(store: Store, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await store.connect()
  let broken = false
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {
      broken = true
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/** The keys of this sandbox: made once, then the same for every process that shares its store. */
export async function secretsOf(store: Store): Promise<Secrets> {
  await store.query('insert into sandbox.secret (secret_key, webhook_secret) values ($1, $2) on conflict do nothing', [
    `sk_test_${randomToken(48)}`,
    `whsec_${randomToken(48)}`,
  ])
  const { rows } = await store.query<{ secret_key: string; webhook_secret: string }>('select * from sandbox.secret')
  const [row] = rows
  if (!row) throw new Error('The payments sandbox has lost its keys')
  return { secretKey: row.secret_key, webhookSecret: row.webhook_secret }
}

/** Letters and digits that cannot be guessed. */
export function randomToken(length: number): string {
  return randomBytes(length).toString('base64url').replaceAll(/[-_]/g, 'x').slice(0, length)
}

export async function insertSession(client: Client, session: SessionRow): Promise<void> {
  await client.query(
    `insert into sandbox.session (id, params, status, created_at, expires_at) values ($1, $2, 'open', $3, $4)`,
    [session.id, JSON.stringify(session.params), session.created_at, session.expires_at],
  )
}

const isSessionId = (id: string) => /^cs_test_[A-Za-z0-9]{20,80}$/.test(id)

export async function findSession(store: Store | Client, id: string): Promise<SessionRow | undefined> {
  if (!isSessionId(id)) return undefined
  const { rows } = await store.query<SessionRow>('select * from sandbox.session where id = $1', [id])
  return rows[0]
}

export async function lockSession(client: Client, id: string): Promise<SessionRow | undefined> {
  if (!isSessionId(id)) return undefined
  const { rows } = await client.query<SessionRow>('select * from sandbox.session where id = $1 for update', [id])
  return rows[0]
}

export async function saveSession(client: Client, { id, status, customer, payment_intent }: SessionRow): Promise<void> {
  await client.query('update sandbox.session set status = $2, customer = $3, payment_intent = $4 where id = $1', [
    id,
    status,
    customer && JSON.stringify(customer),
    payment_intent,
  ])
}

const tables = `
  create schema if not exists sandbox;
  create table if not exists sandbox.secret (
    only_one boolean primary key default true check (only_one),
    secret_key text not null,
    webhook_secret text not null
  );
  create table if not exists sandbox.session (
    id text primary key,
    params jsonb not null,
    status text not null check (status in ('open', 'complete', 'expired')),
    customer jsonb,
    payment_intent text,
    created_at timestamptz not null,
    expires_at timestamptz not null
  );
  create index if not exists session_created on sandbox.session (created_at desc, id desc);
  create index if not exists session_open on sandbox.session (expires_at) where status = 'open';
  create unique index if not exists session_payment on sandbox.session (payment_intent);
  create table if not exists sandbox.refund (
    id text primary key,
    payment_intent text not null unique,
    created_at timestamptz not null
  );
  create table if not exists sandbox.answer (
    idempotency_key text primary key,
    request_hash text not null,
    body jsonb,
    created_at timestamptz not null
  );
  create table if not exists sandbox.event (
    seq bigint generated always as identity primary key,
    id text not null unique,
    payload text not null,
    due_at timestamptz,
    attempts integer not null default 0,
    created_at timestamptz not null,
    delivered_at timestamptz
  );
  create index if not exists event_due on sandbox.event (due_at) where due_at is not null;
`
