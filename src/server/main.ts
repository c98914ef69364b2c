import path from 'node:path'
import { styleText } from 'node:util'
import { buildApp } from './app.ts'
import { backupFolder } from './backups/chores.ts'
import { CannotStart } from './cannot-start.ts'
import { type Config, readConfig } from './config.ts'
import { migrate } from './db/migrate.ts'
import { openShopDatabase } from './db/open.ts'
import { ShopError } from './http/errors.ts'
import { keepSending } from './mail/keep-sending.ts'
import { keepNights } from './nights.ts'
import { openPayments } from './open-payments.ts'
import { keepReconciling } from './orders/reconcile.ts'
import { randomIds, systemClock } from './providers/clock.ts'
import { openImages } from './providers/images/open-images.ts'
import { keepSweeping } from './providers/images/sweep.ts'
import { openMailer } from './providers/mail/open-mailer.ts'
import { closeOnSignal } from './stop.ts'
import { createFirstAdmin, type FirstAdmin } from './users/first-admin.ts'

/** What is open, closed in reverse order. */
const opened: (() => Promise<unknown>)[] = []
let app: Awaited<ReturnType<typeof buildApp>> | undefined

process.once('uncaughtException', fail)
const starting = start()
closeOnSignal(starting, closeAll, () => app?.server)
starting.catch(fail)

async function fail(error: unknown) {
  console.error(error instanceof CannotStart || error instanceof ShopError ? error.message : error)
  await closeAll()
  process.exit(1)
}

async function start() {
  const config = readConfig(process.env)
  const database = await openShopDatabase(config)
  opened.push(database.close)
  const { db } = database
  await migrate(db)

  const images = await openImages(config)
  if (config.seed === 'demo') {
    const { seed } = await import('#demo/seed.ts')
    await seed(db, images)
  }

  const log = { warn: (facts: object, message: string) => app?.log.warn(facts, message) }
  const payments = await openPayments(config, { connection: database.connection, clock: systemClock, log })
  opened.push(payments.close)
  const pages = await pageMaker()
  app = await buildApp({ config, db, images, payments, pages, clock: systemClock, ids: randomIds })
  const office = { db, mailer: openMailer(config, app.log), clock: systemClock, origin: config.publicOrigin }
  opened.push(keepSending(office, app.log).close)
  opened.push(keepSweeping({ db, images, clock: systemClock }, app.log).close)
  const till = { db, payments: payments.provider, clock: systemClock, ids: randomIds, origin: config.publicOrigin }
  opened.push(
    keepNights({ ...till, images, connection: database.connection, folder: backupFolder(config) }, app.log).close,
  )
  opened.push(app.close)
  const address = await listen(app, config)
  payments.sendEventsTo(`${address}/api/payments/webhook`)
  opened.push(keepReconciling(till, app.log).close)
  // When the shop is open: a password that is shown once must not be lost to a port in use.
  const { adminEmail: email, adminPassword: password } = config
  const admin = await createFirstAdmin({ db, email, password, clock: systemClock, ids: randomIds })
  console.log(welcome(config, database.place, admin))
}

/** The sources themselves while they are edited, else what was built from them. */
async function pageMaker() {
  if (process.env.NODE_ENV === 'production') return (await import('./pages/built.ts')).builtPages
  return (await import('./pages/development.ts')).developmentPages
}

async function closeAll() {
  while (opened.length > 0) await opened.pop()?.()
}

async function listen(server: NonNullable<typeof app>, { host, port }: Config) {
  const { level } = server.log
  server.log.level = 'silent' // the welcome says it better
  try {
    return await server.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const cure = 'set PORT to a free one'
    if (code === 'EADDRINUSE')
      throw new CannotStart(`Port ${port} is already in use: ${cure}, or stop the program that uses it.`)
    if (code === 'EACCES') throw new CannotStart(`This user may not open port ${port}: ${cure} above 1023.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new CannotStart(
        `HOST is ${host}, which is no address of this machine: use 127.0.0.1, or 0.0.0.0 for all addresses.`,
      )
    throw error
  } finally {
    server.log.level = level
  }
}

function welcome(
  { publicOrigin, payments, s3, smtpUrl, dataDir }: Config,
  place: string,
  admin: FirstAdmin | undefined,
) {
  const lines = [
    `Vitrine is open: ${styleText('bold', publicOrigin)}`,
    '',
    payments === 'sandbox' ? 'Payments are simulated: no card is ever charged.' : 'Payments go through Stripe.',
    `The shop's data is in ${place}.`,
    ...(s3 ? [`Its pictures are in the bucket ${s3.bucket} at ${s3.endpoint ?? 'Amazon S3'}.`] : []),
    smtpUrl
      ? `Letters go through ${new URL(smtpUrl).host}.`
      : `Letters are not sent: they are put into ${path.join(dataDir, 'outbox')}.`,
    ...adminLines(admin),
    'Ctrl-C closes it.',
  ]
  return `\n${lines.map(line => (line ? `  ${line}` : line)).join('\n')}\n`
}

function adminLines(admin: FirstAdmin | undefined): string[] {
  if (!admin) return []
  if (!admin.password) return ['', `The admin is ${admin.email}, with the password of ADMIN_PASSWORD.`, '']
  return [
    '',
    `The admin is ${styleText('bold', admin.email)}`,
    `with the password ${styleText('bold', admin.password)}`,
    'This is shown once: keep it, or choose another one on the profile page.',
    '',
  ]
}
