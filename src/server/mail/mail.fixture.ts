import { testDatabase } from '../../../tests/support/database.ts'
import { randomIds } from '../providers/clock.ts'
import type { Letter } from '../providers/mail/mailer.ts'
import { movableClock } from '../providers/payments/payments.fixture.ts'

/** A post office whose clock can be moved, and whose letters can be looked at. */
export async function openPostOffice() {
  const { db, close } = await testDatabase()
  const clock = movableClock()
  const letters: Letter[] = []
  const mailer = { send: async (letter: Letter) => void letters.push(letter) }
  const office = { db, mailer, clock, origin: 'http://shop.test' }
  return {
    ...office,
    office,
    source: { clock, ids: randomIds },
    letters,
    close,
    rows: () => db.selectFrom('mail').selectAll().orderBy('id').execute(),
  }
}
