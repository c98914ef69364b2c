import { isIP } from 'node:net'
import path from 'node:path'
import { passwordError } from '#domain/password.ts'
import { readEmail } from '#domain/user.ts'
import { type Faults, noFaults, parseFaults } from '../../sandbox/faults.ts'
import { type AddressBounds, defaultAddressBounds } from '../http/address-bounds.ts'
import { isLoopback } from '../lib/loopback.ts'
import { StartupError } from '../lib/startup-error.ts'
import { contradictions, lookalikeSettings, misspeltSettings } from './typos.ts'

/** Everything that can be set about a running shop. Read once, at start. */
export type Config = Settings & Payments

/** Stripe cannot be chosen without its secrets. */
type Payments =
  | { readonly payments: 'sandbox'; readonly stripeSecretKey?: undefined; readonly stripeWebhookSecrets?: undefined }
  | { readonly payments: 'stripe'; readonly stripeSecretKey: string; readonly stripeWebhookSecrets: readonly string[] }

interface Settings {
  readonly port: number
  readonly host: string
  /** Where visitors find the shop, such as `https://shop.example`: no path, no slash at the end. */
  readonly publicOrigin: string
  readonly dataDir: string
  /** Another PostgreSQL than the shop's own. */
  readonly databaseUrl?: string
  /** The same one without the pooler that stands at `databaseUrl`. */
  readonly databaseDirectUrl?: string
  /** A copy of it that follows it, for public reads. */
  readonly databaseReplicaUrl?: string
  /** How many serve visitors. */
  readonly processes: number
  readonly seed: 'demo' | 'none'
  /** For the admin whom a shop without one gets. */
  readonly adminEmail: string
  /** Without it the first admin's password is made up. */
  readonly adminPassword?: string
  /** Where pictures are kept; without it in a folder. */
  readonly s3?: S3Settings
  /** The server that takes the shop's letters; without one they are put into a folder. */
  readonly smtpUrl?: string
  /** Whom the shop's letters come from. */
  readonly mailFrom: string
  /** What the sandbox does wrong on purpose. */
  readonly sandboxFaults: Readonly<Faults>
  readonly corsOrigins: readonly string[]
  readonly checkoutsPerAddress: Readonly<AddressBounds>
  /** The addresses of the proxies in front; false when X-Forwarded-For must not be believed. */
  readonly trustProxy: false | string[]
  readonly logLevel: (typeof logLevels)[number]
  /** Whoever has it may read `/metrics`. */
  readonly metricsToken?: string
  /** Requests are traced, and the traces sent where OpenTelemetry's own variables say. */
  readonly tracing: boolean
}

/** A bucket of a storage that speaks S3. */
export interface S3Settings {
  readonly bucket: string
  /** Where the storage is, when it is not Amazon's. */
  readonly endpoint?: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/**
 * Reads the settings from environment variables; an empty one counts as not set.
 * @throws CannotStart that lists every bad setting with its cure.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const problems: string[] = []

  /** The value of a setting as `read` understands it, `otherwise` when it is not set. */
  function setting<T>(
    key: string,
    read: (value: string) => T | undefined,
    cure: string,
    otherwise: T,
    secret = false,
  ): T {
    const value = env[key]?.trim()
    if (!value) return otherwise
    const known = read(value)
    if (known === undefined) problems.push(secret ? `${key}: ${cure}` : `${key} is ${JSON.stringify(value)}: ${cure}`)
    return known ?? otherwise
  }
  const optional = (key: string, read: (value: string) => string | undefined, cure: string) =>
    setting<string | undefined>(key, read, cure, undefined, true)

  const addressBound = (key: string, otherwise: number) =>
    setting(key, positiveInteger, `use a whole number from 1 to 1000000, or leave it out for ${otherwise}.`, otherwise)

  const port = setting('PORT', portNumber, 'use a whole number from 1 to 65535, or leave it out for 3000.', 3000)
  const host = setting(
    'HOST',
    hostName,
    'use an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them.',
    '127.0.0.1',
  )
  const publicOrigin = setting(
    'PUBLIC_ORIGIN',
    webOrigin,
    'use the address that visitors type, without a path, such as https://shop.example.',
    `http://localhost:${port}`,
  )
  const isTrial = isLoopback(publicOrigin)
  const dataDir = setting('DATA_DIR', value => path.resolve(value), '', path.resolve('data'))
  const postgresForm = 'use the form postgres://user:password@host:5432/database.'
  const databaseUrl = optional('DATABASE_URL', postgresUrl, postgresForm)
  const databaseDirectUrl = optional('DATABASE_DIRECT_URL', postgresUrl, postgresForm)
  const databaseReplicaUrl = optional('DATABASE_REPLICA_URL', postgresUrl, postgresForm)
  for (const key of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'])
    if (env[key]?.trim() && !env.DATABASE_URL?.trim())
      problems.push(`${key} belongs to DATABASE_URL: set that one too, or leave both out for the shop's own database.`)
  const processes = setting(
    'WEB_CONCURRENCY',
    processCount,
    'use a whole number of processes from 1 to 64, or leave it out for 1.',
    1,
  )
  const seed = setting('SEED', oneOf('demo', 'none'), 'use demo or none.', isTrial ? 'demo' : 'none')

  const adminEmail = setting(
    'ADMIN_EMAIL',
    readEmail,
    'use an e-mail address, such as owner@shop.example.',
    'admin@vitrine.example',
  )
  const chosenPassword = env.ADMIN_PASSWORD?.replace(/(?<![\r\n])[\r\n]+$/, '') ?? ''
  const adminPassword = optional(
    'ADMIN_PASSWORD',
    () => (passwordError(chosenPassword, { email: adminEmail }) ? undefined : chosenPassword),
    'use 8 to 128 characters that are no common password and not ADMIN_EMAIL.',
  )

  const stripeSecretKey = optional(
    'STRIPE_SECRET_KEY',
    startsWith('sk_', 'rk_'),
    'use the secret key from the Stripe dashboard; it starts with sk_ or rk_.',
  )
  const stripeWebhookSecrets = setting<string[] | undefined>(
    'STRIPE_WEBHOOK_SECRET',
    signingSecrets,
    'use the signing secret of the webhook endpoint from the Stripe dashboard; it starts with whsec_. While it is rolled, use the old and the new one with a comma between them.',
    undefined,
    true,
  )
  const payments = setting(
    'PAYMENTS',
    oneOf('stripe', 'sandbox'),
    'use stripe or sandbox.',
    env.STRIPE_SECRET_KEY?.trim() ? 'stripe' : undefined,
  )
  if (payments === 'stripe' && !env.STRIPE_SECRET_KEY?.trim())
    problems.push('PAYMENTS=stripe needs STRIPE_SECRET_KEY: set it, or use PAYMENTS=sandbox for simulated payments.')
  if (payments === 'stripe' && !env.STRIPE_WEBHOOK_SECRET?.trim())
    problems.push(
      'Payments with Stripe need STRIPE_WEBHOOK_SECRET: set it to the signing secret of the endpoint /api/payments/webhook.',
    )
  if (!payments && !env.PAYMENTS?.trim() && !isTrial)
    problems.push(
      `PUBLIC_ORIGIN is ${publicOrigin}, a real shop, but nobody takes the money: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or PAYMENTS=sandbox if payments shall be simulated.`,
    )

  const s3Bucket = setting<string | undefined>(
    'S3_BUCKET',
    bucketName,
    "use the bucket's name: 3 to 63 small letters, digits, dots and hyphens.",
    undefined,
  )
  const s3 = {
    endpoint: optional('S3_ENDPOINT', webAddress, 'use the address of the storage, such as https://s3.example.com.'),
    region: setting('S3_REGION', s3Region, 'use a region such as eu-central-1, or auto.', 'us-east-1'),
    accessKeyId: env.S3_ACCESS_KEY_ID?.trim(),
    secretAccessKey: env.S3_SECRET_ACCESS_KEY?.trim(),
  }
  if (env.S3_BUCKET?.trim() && !(s3.accessKeyId && s3.secretAccessKey))
    problems.push(
      'S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: set both, or leave S3_BUCKET out to keep pictures in DATA_DIR.',
    )

  const smtpUrl = optional(
    'SMTP_URL',
    smtpServer,
    'use the form smtp://user:password@host:587, or smtps:// for port 465. In the password write # as %23 and @ as %40.',
  )
  const mailFrom = setting(
    'MAIL_FROM',
    readEmail,
    'use an e-mail address, such as hello@shop.example.',
    `hello@${isTrial ? 'vitrine.example' : new URL(publicOrigin).hostname}`,
  )

  const sandboxFaults = faults(env.SANDBOX_FAULTS ?? '', problems)
  const corsOrigins = setting(
    'CORS_ORIGINS',
    listOf(webOrigin),
    'list exact origins with commas between them, such as https://www.example.com.',
    [],
  )
  const trustProxy = setting<Config['trustProxy']>(
    'TRUST_PROXY',
    listOf(proxyAddress),
    'list the addresses of the proxies in front of the shop with commas between them, such as 10.0.0.0/8, or use loopback.',
    false,
  )
  const checkoutsPerAddress = {
    maxOpen: addressBound('MAX_OPEN_CHECKOUTS_PER_ADDRESS', defaultAddressBounds.maxOpen),
    maxPerMinute: addressBound('MAX_CHECKOUTS_PER_MINUTE_PER_ADDRESS', defaultAddressBounds.maxPerMinute),
  }
  const metricsToken = optional(
    'METRICS_TOKEN',
    value => (/^[\x21-\x7e]{16,200}$/.test(value) ? value : undefined),
    'use 16 to 200 letters, digits and signs without spaces, such as those of: openssl rand -hex 32.',
  )
  const tracesEndpoints = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'].map(key =>
    optional(key, anyWebAddress, 'use the address of an OpenTelemetry collector, such as http://localhost:4318.'),
  )
  const tracing =
    tracesEndpoints.some(endpoint => endpoint !== undefined) && !/^true$/i.test(env.OTEL_SDK_DISABLED?.trim() ?? '')
  const logLevel = setting('LOG_LEVEL', oneOf(...logLevels), `use one of ${logLevels.join(', ')}.`, 'info')

  problems.push(...contradictions(env, publicOrigin), ...misspeltSettings(env))
  if (problems.length > 0) {
    const all = [...problems, ...lookalikeSettings(env)] // what is missing may be among these
    throw new StartupError(['Vitrine cannot start with these settings:', ...all].join('\n  '))
  }
  const whoTakesMoney: Payments =
    payments === 'stripe' && stripeSecretKey && stripeWebhookSecrets
      ? { payments, stripeSecretKey, stripeWebhookSecrets }
      : { payments: 'sandbox' }
  const { accessKeyId, secretAccessKey } = s3
  return Object.freeze({
    port,
    host,
    publicOrigin,
    dataDir,
    databaseUrl,
    databaseDirectUrl,
    databaseReplicaUrl,
    processes,
    seed,
    adminEmail,
    adminPassword,
    ...(s3Bucket &&
      accessKeyId &&
      secretAccessKey && {
        s3: Object.freeze({ ...s3, bucket: s3Bucket, accessKeyId, secretAccessKey }),
      }),
    smtpUrl,
    mailFrom,
    ...whoTakesMoney,
    sandboxFaults,
    corsOrigins: Object.freeze(corsOrigins),
    checkoutsPerAddress: Object.freeze(checkoutsPerAddress),
    trustProxy,
    logLevel,
    metricsToken,
    tracing,
  })
}

function faults(text: string, problems: string[]): Readonly<Faults> {
  try {
    return parseFaults(text)
  } catch (error) {
    problems.push((error as Error).message)
    return noFaults
  }
}

const oneOf =
  <T extends string>(...values: readonly T[]) =>
  (value: string) =>
    values.find(known => known === value)

const startsWith =
  (...beginnings: string[]) =>
  (value: string) =>
    beginnings.some(beginning => value.startsWith(beginning)) ? value : undefined

/** One, or two while it is rolled. */
const signingSecrets = (value: string): string[] | undefined => {
  const secrets = listOf(startsWith('whsec_'))(value)
  return secrets && secrets.length <= 2 ? secrets : undefined
}

const listOf =
  (read: (value: string) => string | undefined) =>
  (value: string): string[] | undefined => {
    const items = value.split(',').map(item => read(item.trim()))
    return items.every(item => item !== undefined) ? items : undefined
  }

function portNumber(value: string) {
  const number = /^\d{1,5}$/.test(value) ? Number(value) : 0
  return number >= 1 && number <= 65_535 ? number : undefined
}

function processCount(value: string) {
  const number = /^\d{1,2}$/.test(value) ? Number(value) : 0
  return number >= 1 && number <= 64 ? number : undefined
}

function positiveInteger(value: string) {
  const number = /^\d{1,7}$/.test(value) ? Number(value) : 0
  return number >= 1 && number <= 1_000_000 ? number : undefined
}

const hostName = (value: string) => (isIP(value) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value) ? value : undefined)

function webOrigin(value: string) {
  if (!URL.canParse(value)) return undefined
  const { protocol, origin, href } = new URL(value)
  return /^https?:$/.test(protocol) && href === `${origin}/` ? origin : undefined
}

/** An @ behind the host comes from a password that is not percent-encoded: a part of it would be shown where the address is. */
function postgresUrl(value: string) {
  if (!URL.canParse(value)) return undefined
  const { host, pathname, search, searchParams, hash } = new URL(value)
  const isWhole = /^postgres(ql)?:\/\//i.test(value) && (host || searchParams.get('host')) && !hash
  return isWhole && !(pathname + search).includes('@') ? value : undefined
}

const bucketName = (value: string) => (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value) ? value : undefined)

const s3Region = (value: string) => (/^[a-z0-9-]{1,40}$/.test(value) ? value : undefined)

/** With a path, but nothing else: a name and a password would be shown where the address is. */
function webAddress(value: string) {
  if (!URL.canParse(value)) return undefined
  const { protocol, origin, pathname, href } = new URL(value)
  return /^https?:$/.test(protocol) && href === origin + pathname ? href.replace(/\/$/, '') : undefined
}

const anyWebAddress = (value: string) => (/^https?:\/\/./i.test(value) && URL.canParse(value) ? value : undefined)

function smtpServer(value: string) {
  if (!URL.canParse(value)) return undefined
  const { protocol, hostname, pathname, search, hash } = new URL(value)
  const isWhole = hostname !== '' && /^\/?$/.test(pathname) && !search.includes('@') && !hash
  return /^smtps?:$/.test(protocol) && isWhole ? value : undefined
}

function proxyAddress(value: string) {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return value
  const [ip = '', bits, more] = value.split('/')
  const longest = isIP(ip) === 6 ? 128 : 32
  const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= longest)
  return isIP(ip) && isRange && more === undefined ? value : undefined
}
