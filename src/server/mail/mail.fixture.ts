import { testDatabase } from '../../../tests/support/database.ts'
import { randomIds } from '../lib/clock.ts'
import { movableClock } from '../payments/payments.fixture.ts'
import type { Email } from './transports/mailer.ts'

/** A mail context with a movable clock, and the e-mails that it has sent. */
export async function openTestMail() {
  const { db, close } = await testDatabase()
  const clock = movableClock()
  const emails: Email[] = []
  const mailer = { send: async (email: Email) => void emails.push(email) }
  const context = { db, mailer, clock, origin: 'http://shop.test' }
  return {
    ...context,
    context,
    source: { clock, ids: randomIds },
    emails,
    close,
    rows: () => db.selectFrom('mail').selectAll().orderBy('id').execute(),
  }
}
