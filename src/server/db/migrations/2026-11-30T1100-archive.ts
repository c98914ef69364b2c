import { type Kysely, sql } from 'kysely'

/** The nightly copy of the database's files for the archive, the monthly reading of everything, and the e-mail when the archive fails. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table chore
      drop constraint chore_kind_check,
      add constraint chore_kind_check check (kind in ('backup', 'drill', 'check', 'base', 'scrub'))`.execute(db)
  await sql`
    alter table mail
      drop constraint mail_kind_check,
      drop constraint mail_address_check,
      add constraint mail_kind_check check (
        kind in (
          'order-confirmation', 'order-shipped', 'order-refunded', 'password-reset', 'house-news', 'dispute-opened',
          'verify-email', 'low-stock', 'alert-confirmation', 'back-in-stock', 'invitation', 'message-answer',
          'part-refunded', 'parcel-sent', 'address-changed', 'order-cancelled', 'withdrawal-received',
          'withdrawal-notice', 'return-asked', 'return-arrived', 'return-settled', 'return-refused', 'return-cancelled',
          'swap-ended', 'archive-failing'
        )
      ),
      add constraint mail_address_check check (
        (kind in (
          'password-reset', 'house-news', 'dispute-opened', 'verify-email', 'low-stock', 'alert-confirmation', 'back-in-stock',
          'invitation', 'message-answer', 'archive-failing'
        )) = (address is not null)
      )`.execute(db)
}
