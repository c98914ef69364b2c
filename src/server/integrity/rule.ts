import { type RawBuilder, sql } from 'kysely'
import type { Break, RuleResult } from '#domain/integrity.ts'
import type { Tx } from '../db/connection.ts'

/** What always holds, and how to find what breaks it. */
export interface Rule {
  rule: string
  /** What always holds. */
  sentence: string
  find(tx: Tx): Promise<RuleOutcome>
}

export type RuleOutcome = Pick<RuleResult, 'checked' | 'broken' | 'breaks' | 'note'>

/** So many breaks of a rule are told; the others are counted. */
export const maxBreaks = 100

/**
 * What breaks a rule, by one query.
 * @param all what is looked at: a table, or a query in parentheses
 * @param broken selects those that break it
 */
export async function findBreaks<Row>(
  tx: Tx,
  all: RawBuilder<unknown>,
  broken: RawBuilder<Row>,
  tell: (row: Row) => Break,
): Promise<RuleOutcome> {
  const counted = await sql<{ n: number }>`select count(*) as n from ${all} as looked_at`.execute(tx)
  const found = await sql<Row & { in_all: number }>`
    select *, count(*) over () as in_all from (${broken}) as broken limit ${maxBreaks}`.execute(tx)
  return {
    checked: counted.rows[0]?.n ?? 0,
    broken: found.rows[0]?.in_all ?? 0,
    breaks: found.rows.map(tell),
  }
}

/** Where the audit tells of a record; what is deleted can be seen nowhere else. */
export const inAudit = (id: string): string => `/dashboard/audit?q=${id}`
