import { setCurrency } from '#domain/money.ts'
import { type AccentShades, accentShades } from '#domain/settings/accent.ts'
import type { Settings } from '#domain/settings/section.ts'
import type { Db } from '../db/connection.ts'
import { readSettings } from '../settings/queries.ts'
import type { Email } from './transports/mailer.ts'

/** What every e-mail shows of the shop. */
export interface EmailBranding {
  name: string
  /** The name and addresses of the shop, at the end of each e-mail. */
  signature: string[]
  /** The name and the address, where orders are fetched. */
  shop: string[]
  accent: AccentShades
  /** The address at which people write to the shop. */
  contactEmail: string
  sender: Email['sender']
  /** The owner's sentences about an order. */
  sentences: Pick<Settings['emails'], 'placed' | 'shipped' | 'refunded'>
}

export async function readBranding(db: Db): Promise<EmailBranding> {
  const { identity, contact, emails, currency } = await readSettings(db, 'identity', 'contact', 'emails', 'currency')
  setCurrency(currency.code) // the process of the jobs may serve no visitors
  const { name, accent } = identity
  const legal = contact.legal === '' ? [] : contact.legal.split('\n')
  return {
    name,
    signature: [name, ...contact.address, contact.email, ...legal],
    shop: [name, ...contact.address],
    accent: accentShades(accent),
    contactEmail: contact.email,
    sender: { name: emails.senderName || name, address: emails.senderAddress },
    sentences: emails,
  }
}
