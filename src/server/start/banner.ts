import path from 'node:path'
import { styleText } from 'node:util'
import type { FirstAdmin } from '../auth/first-admin.ts'
import type { ArchiveSettings, Config } from '../config/settings.ts'
import { releaseOf } from './version.ts'

/** The text that the owner reads when the shop has opened. */
export function startBanner(
  { publicOrigin, payments, s3, archive, databaseUrl, smtpUrl, mailFrom, dataDir, processes }: Config,
  place: string,
  { admin, isFilled }: { admin: FirstAdmin | undefined; isFilled: boolean },
) {
  const lines = [
    `Vitrine is open: ${styleText('bold', publicOrigin)}`,
    '',
    `This is Vitrine ${releaseOf()}.`,
    payments === 'sandbox' ? 'Payments are simulated: no card is ever charged.' : 'Payments go through Stripe.',
    `The shop's data is in ${place}.`,
    ...(s3 ? [`Its pictures are in the bucket ${s3.bucket} at ${s3.endpoint ?? 'Amazon S3'}.`] : []),
    ...(archive ? [archiveLine(archive, databaseUrl !== undefined)] : []),
    smtpUrl
      ? `E-mails go through ${new URL(smtpUrl).host}, from ${mailFrom}: answers come there.`
      : `E-mails are not sent: they are put into ${path.join(dataDir, 'outbox')}.`,
    ...(processes > 1 ? [`${processes} processes serve visitors.`] : []),
    ...(isFilled ? demoLines(place) : []),
    ...adminLines(admin, publicOrigin),
    ...(process.stdout.isTTY ? ['Ctrl-C closes it.'] : []),
  ]
  return `\n${lines.map(line => (line ? `  ${line}` : line)).join('\n')}\n`
}

function archiveLine({ s3, folder }: ArchiveSettings, isDatabaseElsewhere: boolean): string {
  const places = [folder, s3 && `the bucket ${s3.bucket} at ${s3.endpoint ?? 'Amazon S3'}`]
    .filter(Boolean)
    .join(' and ')
  return isDatabaseElsewhere
    ? `Backups are copied into ${places}; the database at DATABASE_URL is archived by its own tools.`
    : `Every change is archived in ${places}.`
}

const demoLines = (place: string) => [
  '',
  'This new shop was filled with demo goods, readers and reviews. To be rid of them, close it,',
  `delete ${place}, and start it again with SEED=none.`,
]

function adminLines(admin: FirstAdmin | undefined, publicOrigin: string): string[] {
  if (!admin) return []
  const next = `Log in at ${publicOrigin}/login: the dashboard says what to do first.`
  if (!admin.password) return ['', `The admin is ${admin.email}, with the password of ADMIN_PASSWORD.`, next, '']
  return [
    '',
    `The admin is ${styleText('bold', admin.email)}`,
    `with the password ${styleText('bold', admin.password)}`,
    'This is shown once: keep it, or choose another one on the profile page.',
    next,
    '',
  ]
}
