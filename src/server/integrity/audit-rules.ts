import { sql } from 'kysely'
import { findBreaks, inAudit, type Rule } from './rule.ts'

interface AuditEntry {
  record: string
  record_id: string
}

/** Deletions and imports that were undone. */
const takenBack = sql`(select from audit where action in ('delete', 'import') and undone_at is not null)`

/** A mark of a message is taken back by the opposite one. */
const undoneOnce: Rule = {
  rule: 'undone-once',
  sentence: 'What was taken back was taken back once.',
  find: tx =>
    findBreaks(
      tx,
      sql`(select from audit where undone_at is not null and record <> 'message')`,
      sql<AuditEntry & { undone: number; undoable: number }>`
        select record, record_id,
          count(*) filter (where action like 'undo%') as undone,
          count(undone_at) as "undoable"
        from audit where record <> 'message' group by record, record_id
        having count(*) filter (where action like 'undo%')
          <> count(undone_at)`,
      ({ record, record_id, undone, undoable }) => ({
        sentence: `The ${record} ${record_id} was brought back ${times(undone)}, and ${times(undoable)} there was something to take back.`,
        link: inAudit(record_id),
      }),
    ),
}

const times = (n: number) => (n === 1 ? 'once' : `${n} times`)

const overlaps: Rule = {
  rule: 'undo-overlaps',
  sentence: 'Nothing was taken back while a later deed stood on it.',
  find: tx =>
    findBreaks(
      tx,
      takenBack,
      // An import touches each product that it wrote. Refunds made while an order is deleted stay as they are, and counts
      // while a product is.
      sql<AuditEntry & { by: string | null; later_by: string | null; action: string }>`
        with undone as (
          select id, record, record_id, at, undone_at, actor from audit
          where action in ('delete', 'import') and undone_at is not null
        ), touched as (
          select undone.*, record_id as touched_id from undone where record <> 'import'
          union all
          select undone.*, product_id from undone join product_import_row row on row.import_id = record_id
          where record = 'import' and row.kind in ('new', 'changed')
        ), later as (
          select id, at, undone_at, actor, action, record_id as touched_id from audit
          where action not in ('undo', 'import', 'refund', 'count')
          union all
          select audit.id, at, undone_at, actor, action, product_id
          from audit join product_import_row row on row.import_id = record_id
          where action = 'import' and row.kind in ('new', 'changed')
        )
        select distinct on (touched.id) touched.record, touched.record_id, first.email as by, second.email as later_by,
          later.action
        from touched
        join later on later.touched_id = touched.touched_id and later.id <> touched.id
          and later.at > touched.at and later.at < touched.undone_at
          and (later.undone_at is null or later.undone_at > touched.undone_at)
        left join "user" first on first.id = touched.actor
        left join "user" second on second.id = later.actor
        order by touched.id, later.at`,
      ({ record, record_id, by, later_by, action }) => ({
        sentence: `The ${record} ${record_id}: what ${by ?? 'the command line'} did was taken back while ‘${action}’ by ${later_by ?? 'the command line'} stood on it.`,
        link: inAudit(record_id),
      }),
    ),
}

const deletions: Rule = {
  rule: 'deletions',
  sentence: 'Whatever is deleted was deleted by somebody, and nothing else.',
  find: tx => {
    const records = sql`
      select 'product' as record, id as record_id, name, case when not is_draft then deleted_at end as deleted_at from product
      union all select 'size chart', id, name, deleted_at from size_chart
      union all select 'user', id, email, deleted_at from "user"
      union all select 'order', id, order_id, deleted_at from "order"`
    return findBreaks(
      tx,
      sql`(${records})`,
      // Undoing an import takes its products off sale when somebody ordered them meanwhile.
      sql<AuditEntry & { name: string; deleted_at: Date | null }>`
        with standing as (
          select distinct record, record_id from audit where action in ('delete', 'erase') and undone_at is null
        )
        select record, record_id, name, deleted_at
        from (${records}) as each left join standing using (record, record_id)
        where (deleted_at is null) <> (standing.record_id is null)
          and not (record = 'product' and exists (
            select from audit where action = 'import' and undone_at = each.deleted_at))`,
      ({ record, record_id, name, deleted_at }) => ({
        sentence: deleted_at
          ? `The ${record} ${name} is deleted, and the audit names nobody who did it.`
          : `The ${record} ${name} is there, and the audit says that it is deleted.`,
        link: inAudit(record_id),
      }),
    )
  },
}

const admins: Rule = {
  rule: 'admins',
  sentence: 'There is an admin.',
  find: tx => {
    const present = sql`(select from "user" where role = 'admin' and deleted_at is null)`
    return findBreaks(tx, present, sql<object>`select 1 as one where not exists ${present}`, () => ({
      sentence: "Nobody is an admin: make somebody one with the owner's command user:promote.",
      link: '/dashboard/users',
    }))
  },
}

export const auditRules: Rule[] = [undoneOnce, overlaps, deletions, admins]
