import type { AuditEntry } from '#domain/audit.ts'
import { findAudit } from '#server/audit/queries.ts'
import type { Db } from '#server/db/connection.ts'
import { hasWords } from '../../src/web/audit/field-words.ts'
import { changedFields, hasPhrase, nameOf } from '../../src/web/audit/words.ts'

/**
 * Fails when the audit of a test's shop says something that an owner cannot read: an action or a field without words, or any id. It runs
 * when a shop of the API tests closes, so whatever the server begins to write there needs its words in `src/web/audit`.
 */
export async function assertReadableAudit(db: Db): Promise<void> {
  const { entries } = await findAudit(db, { page: 1, limit: 10_000 }, new Date())
  const faults = new Set(entries.flatMap(faultsOf))
  if (faults.size > 0) throw new Error(`The audit says what an owner cannot read:\n${[...faults].join('\n')}`)
}

/** The faults of one entry, as sentences. */
export function faultsOf(entry: AuditEntry): string[] {
  const { action, record, before, after } = entry
  const at = `${record}, ${action}`
  const isCount = action === 'count' || action === 'undo count' // its fields are the labels of sizes
  const fields = isCount ? [] : Object.keys({ ...before, ...after })
  const shown = changedFields(entry)
  return [
    ...(hasPhrase(action) ? [] : [`${at}: the action has no phrase`]),
    ...fields.filter(field => field !== 'orderId' && !hasWords(field)).map(field => `${at}: ${field} has no words`),
    ...(hasId(nameOf(entry)) ? [`${at}: the name ${nameOf(entry)} has an id`] : []),
    ...shown
      .filter(field => hasId(Object.values(field).join(' ')))
      .map(field => `${at}: ${JSON.stringify(field)} has an id`),
  ]
}

/** The e-mails of `createUser` have an id. */
const hasId = (text: string) =>
  /\b([\da-f]{32}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})\b/i.test(text.replaceAll(/\S+@shop\.test/g, ''))
