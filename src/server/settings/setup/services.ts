import { sql } from 'kysely'
import { type Service, type ServiceId, serviceIds } from '#domain/settings/setup.ts'
import type { Config } from '../../config/settings.ts'
import type { Db } from '../../db/connection.ts'

/** Which money moves when somebody pays. */
export type PaymentMode = 'sandbox' | 'test' | 'live'

export function paymentModeOf({ payments, stripeSecretKey = '' }: Pick<Config, 'payments' | 'stripeSecretKey'>) {
  if (payments === 'sandbox') return 'sandbox'
  return /^[sr]k_test_/.test(stripeSecretKey) ? 'test' : 'live'
}

/** The last backups of the shop, as the job has noted them. */
export interface Backups {
  madeAt: Date | null
  failedAt: Date | null
}

type Described = Pick<Service, 'isReady' | 'sentence'>

/**
 * Describes the services that the shop uses.
 * @param env the environment, of which only the names that are set are shown
 */
export function describeServices(config: Config, backups: Backups, env: Record<string, string | undefined>): Service[] {
  return serviceIds.map(id => ({
    id,
    ...described[id](config, backups),
    variables: variables[id].map(name => ({ name, isSet: Boolean(env[name]?.trim()) })),
  }))
}

const variables: Record<ServiceId, string[]> = {
  payments: ['PAYMENTS', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  email: ['SMTP_URL', 'MAIL_FROM'],
  pictures: ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_ENDPOINT', 'S3_REGION'],
  backups: ['DATA_DIR', 'DATABASE_URL', 'ARCHIVE_KEY', 'ARCHIVE_BUCKET', 'ARCHIVE_FOLDER'],
}

const paymentSentences: Record<PaymentMode, string> = {
  sandbox: 'Payments are simulated: no money moves, and no real card is accepted.',
  test: 'Payments go to Stripe with test keys: no money moves, and any test card buys.',
  live: 'Payments go to Stripe with live keys: cards are charged.',
}

const described: Record<ServiceId, (config: Config, backups: Backups) => Described> = {
  payments(config) {
    const mode = paymentModeOf(config)
    return { isReady: mode === 'live', sentence: paymentSentences[mode] }
  },
  email: ({ smtpUrl, mailFrom }) =>
    smtpUrl
      ? { isReady: true, sentence: `E-mails are sent by a mail server, from ${mailFrom}.` }
      : {
          isReady: false,
          sentence:
            'There is no mail server: nobody receives an e-mail. Each is written into the folder outbox beside the shop’s data.',
        },
  pictures: ({ s3 }) => ({
    isReady: true,
    sentence: s3
      ? 'Pictures are stored with a storage provider.'
      : 'Pictures are stored on the disk of the shop, in the folder images beside its data.',
  }),
  backups: ({ archive }, { madeAt, failedAt }) => {
    if (failedAt && (!madeAt || failedAt > madeAt))
      return { isReady: false, sentence: `The last backup failed on ${dayOf(failedAt)}: the Proof page says why.` }
    const last = madeAt ? `the last one was made on ${dayOf(madeAt)}` : 'none has been made yet'
    return {
      isReady: madeAt !== null,
      sentence: `A backup is made every night into the folder backups beside the shop’s data${archive?.s3 ? ', and copied to a storage provider' : ''}; ${last}.`,
    }
  },
}

const dayOf = (date: Date) => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(date)

/** Finds when a backup last succeeded and last failed. */
export async function findBackups(db: Db): Promise<Backups> {
  const { rows } = await sql<Backups>`
    select max(started_at) filter (where facts is not null) as "madeAt",
      max(started_at) filter (where failed is not null) as "failedAt"
    from chore where kind = 'backup'`.execute(db)
  return rows[0] ?? { madeAt: null, failedAt: null }
}
