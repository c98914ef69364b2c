import { sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import { hashToken, newToken } from '../../http/sessions.ts'
import { findAlert } from './queries.ts'

/** What an alert is about, as its pages say it. */
export interface AlertLink {
  purpose: 'confirm' | 'end'
  /** "Colette Wrap Dress, Pine, M". */
  name: string
  /** A link that was used to confirm confirms nothing more. */
  isUsed: boolean
}

/** The alert that a link in an e-mail is about; undefined when it is ended, or was never confirmed in time. */
export async function findLink(db: Db, token: string): Promise<AlertLink | undefined> {
  const link = await db
    .selectFrom('stock_alert_link')
    .select(['purpose', 'alert_id'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  const alert = link && (await findAlert(db, link.alert_id))
  return alert && { purpose: link.purpose, name: alert.name, isUsed: link.purpose === 'confirm' && alert.isConfirmed }
}

/**
 * Does what a link is for: confirms its alert, once, or ends it, which deletes the address.
 * @returns what was done; undefined when the link is used, or its alert is gone
 */
export async function useLink(db: Db, token: string, now: Date): Promise<AlertLink['purpose'] | undefined> {
  const { rows } = await sql<{ purpose: AlertLink['purpose'] }>`
    with link as (
      select alert_id, purpose from stock_alert_link where token_hash = ${hashToken(token)}
    ), confirmed as (
      update stock_alert set confirmed_at = ${now} from link
      where stock_alert.id = alert_id and purpose = 'confirm' and confirmed_at is null
      returning purpose
    ), ended as (
      delete from stock_alert using link where stock_alert.id = alert_id and purpose = 'end' returning purpose
    )
    select purpose from confirmed union all select purpose from ended`.execute(db)
  return rows[0]?.purpose
}

/** Makes a link of an alert, of which only the hash is stored. @returns its token */
export async function addLink(db: Db, alertId: string, purpose: AlertLink['purpose']): Promise<string> {
  const token = newToken()
  await db
    .insertInto('stock_alert_link')
    .values({ token_hash: hashToken(token), alert_id: alertId, purpose })
    .execute()
  return token
}
