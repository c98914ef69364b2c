import { type RawBuilder, sql } from 'kysely'
import type { Break, RuleResult } from '#domain/integrity.ts'
import type { Tx } from '../db/connection.ts'

/** A statement that always holds, and how to find the records that violate it. */
export interface Rule {
  rule: string
  /** The statement. */
  sentence: string
  find(tx: Tx): Promise<RuleOutcome>
}

export type RuleOutcome = Pick<RuleResult, 'checked' | 'broken' | 'breaks' | 'note'>

/** This many violations of a rule are listed; the others are only counted. */
export const maxBreaks = 100

/**
 * Finds the violations of a rule with one query.
 * @param all the checked rows: a table, or a query in parentheses
 * @param broken selects the rows that violate it
 */
export async function findBreaks<Row>(
  tx: Tx,
  all: RawBuilder<unknown>,
  broken: RawBuilder<Row>,
  toBreak: (row: Row) => Break,
): Promise<RuleOutcome> {
  const counted = await sql<{ n: number }>`select count(*) as n from ${all} as looked_at`.execute(tx)
  const found = await sql<Row & { in_all: number }>`
    select *, count(*) over () as in_all from (${broken}) as broken limit ${maxBreaks}`.execute(tx)
  return {
    checked: counted.rows[0]?.n ?? 0,
    broken: found.rows[0]?.in_all ?? 0,
    breaks: found.rows.map(toBreak),
  }
}

/** Links a record to its audit entries; a deleted record is visible nowhere else. */
export const inAudit = (id: string): string => `/dashboard/audit?q=${id}`
