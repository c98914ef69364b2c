import { createHash } from 'node:crypto'
import type { Connection } from '../../server/db/connection.ts'
import type { EventRow } from '../event.ts'
import type { SessionRow } from '../session.ts'
import { randomToken } from '../token.ts'
import { connectStore, type Store } from './connect-store.ts'

export interface Secrets {
  secretKey: string
  webhookSecret: string
}

/** Opens the sandbox's schema, which survives a killed process. */
export async function openStore(connection: Connection): Promise<Store> {
  const store = connectStore(connection)
  await store.inTransaction(async query => {
    await query("select pg_advisory_xact_lock(hashtext('vitrine payments sandbox'))")
    // CREATE IF NOT EXISTS locks existing objects too, and other processes use them.
    const { rows } = await query<{ made: string | null }>(
      `select obj_description(to_regnamespace('sandbox'), 'pg_namespace') as made`,
    )
    if (rows[0]?.made !== version) await query(`${tables}; comment on schema sandbox is '${version}'`)
  })
  return store
}

/** The schema with all that the sandbox stores. */
export const sandboxSchema = 'sandbox'

/** Makes the sandbox's tables, without its keys. */
export async function prepareSandbox(connection: Connection): Promise<void> {
  const store = await openStore(connection)
  await store.end()
}

/** The keys of this sandbox, created once and shared by all processes on the same store. */
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

/**
 * Stores a new session together with its request's idempotency key, unless this key has a response already.
 * @returns whether it was stored
 */
export async function insertSession(
  store: Store,
  session: SessionRow,
  { key, hash }: { key: string; hash: string },
): Promise<boolean> {
  const { rowCount } = await store.query(
    `with answer as (
       insert into sandbox.answer (idempotency_key, request_hash, body, created_at) values ($1, $2, $3, $6)
       on conflict do nothing returning 1
     )
     insert into sandbox.session (id, params, status, created_at, expires_at)
     select $4, $5, 'open', $6, $7 from answer`,
    [
      key,
      hash,
      JSON.stringify({ id: session.id }),
      session.id,
      JSON.stringify(session.params),
      session.created_at,
      session.expires_at,
    ],
  )
  return rowCount === 1
}

const isSessionId = (id: string) => /^cs_test_[A-Za-z0-9]{20,80}$/.test(id)

export async function findSession(store: Pick<Store, 'query'>, id: string): Promise<SessionRow | undefined> {
  if (!isSessionId(id)) return undefined
  const { rows } = await store.query<SessionRow>('select * from sandbox.session where id = $1', [id])
  return rows[0]
}

/**
 * Ends a session that is still open and stores the event about it.
 * @returns whether it was still open
 */
export async function endSession(
  store: Store,
  { id, status, customer, payment_intent, money }: SessionRow,
  event: EventRow,
): Promise<boolean> {
  const { rowCount } = await store.query(
    `with ended as (
       update sandbox.session set status = $2, customer = $3, payment_intent = $4, money = $10
       where id = $1 and status = 'open' returning 1
     )
     insert into sandbox.event (id, payload, due_at, attempts, created_at)
     select $5, $6, $7, $8, $9 from ended`,
    [
      ...[id, status, customer && JSON.stringify(customer), payment_intent],
      ...[event.id, event.payload, event.due_at, event.attempts, event.created_at, money],
    ],
  )
  return rowCount === 1
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
  alter table sandbox.session add column if not exists money text not null default 'paid';
  create table if not exists sandbox.refund (
    id text primary key,
    payment_intent text not null unique,
    created_at timestamptz not null
  );
  alter table sandbox.refund
    drop constraint if exists refund_payment_intent_key,
    add column if not exists amount bigint,
    add column if not exists status text not null default 'succeeded',
    add column if not exists failure_reason text,
    add column if not exists reason text,
    add column if not exists metadata jsonb not null default '{}';
  create index if not exists refund_payment on sandbox.refund (payment_intent);
  create table if not exists sandbox.dispute (
    id text primary key,
    payment_intent text not null unique,
    amount bigint not null,
    status text not null,
    due_by timestamptz not null,
    created_at timestamptz not null
  );
  create table if not exists sandbox.later (
    id bigint generated always as identity primary key,
    what text not null,
    about text not null,
    due_at timestamptz not null
  );
  create index if not exists later_due on sandbox.later (due_at);
  create table if not exists sandbox.answer (
    idempotency_key text primary key,
    request_hash text not null,
    body jsonb,
    created_at timestamptz not null
  );
  alter table sandbox.answer add column if not exists status integer not null default 200;
  create index if not exists answer_created on sandbox.answer (created_at);
  create table if not exists sandbox.event (
    seq bigint generated always as identity primary key,
    id text not null unique,
    payload text not null,
    due_at timestamptz,
    attempts integer not null default 0,
    created_at timestamptz not null,
    delivered_at timestamptz
  );
  create index if not exists event_due on sandbox.event (due_at) where due_at is not null
`
const version = createHash('sha256').update(tables).digest('hex')
