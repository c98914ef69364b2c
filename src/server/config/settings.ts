import path from 'node:path'
import { Value } from 'typebox/value'
import type { Faults } from '../../sandbox/faults.ts'
import type { CdnSettings } from '../cdn/kinds.ts'
import type { CheckoutBounds } from '../http/limits/checkout-bounds.ts'
import { isLoopback } from '../lib/loopback.ts'
import { StartupError } from '../lib/startup-error.ts'
import { BadValue, type Setting, type SettingValues, settings } from './table.ts'
import { contradictions, lookalikeSettings, misspeltSettings } from './typos.ts'
import { anyWebAddress } from './values.ts'

type Env = Record<string, string | undefined>

/** The settings of a running shop. Read once, at start. */
export type Config = ReturnType<typeof toConfig> & PaymentSettings

/** The type allows Stripe only together with its secrets. */
type PaymentSettings =
  | { readonly payments: 'sandbox'; readonly stripeSecretKey?: undefined; readonly stripeWebhookSecrets?: undefined }
  | { readonly payments: 'stripe'; readonly stripeSecretKey: string; readonly stripeWebhookSecrets: readonly string[] }

/** A bucket of a storage that speaks S3. */
export interface S3Settings {
  readonly bucket: string
  /** The endpoint, when the storage is not Amazon's. */
  readonly endpoint?: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** The archive has a folder, a bucket, or both. */
export interface ArchiveSettings {
  /** The secret key of age that encrypts and decrypts it. */
  readonly key: string
  readonly folder?: string
  readonly s3?: S3Settings
}

/**
 * Reads the settings from environment variables; an empty one counts as not set.
 * @throws StartupError that lists every bad setting with its cure
 */
export function readConfig(env: Env): Config {
  const { values, problems } = readValues(env)
  problems.push(...incomplete(env, values), ...badTracing(env))
  problems.push(...contradictions(env, values.PUBLIC_ORIGIN), ...misspeltSettings(env))
  if (problems.length > 0) {
    const all = [...problems, ...lookalikeSettings(env)] // a missing setting may be among these
    throw new StartupError(['Vitrine cannot start with these settings:', ...all].join('\n  '))
  }
  return Object.freeze({ ...toConfig(values, env), ...paymentSettings(values) })
}

function readValues(env: Env) {
  const values: Record<string, unknown> = {}
  const problems: string[] = []
  const known = { values, isSet: (name: string) => Boolean(env[name]?.trim()) }
  for (const [name, setting] of Object.entries(settings) as [string, Setting][]) {
    const { fallback } = setting
    try {
      if (known.isSet(name)) values[name] = decode(setting, env[name] ?? '', known)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      problems.push(problemOf(name, setting, env[name]?.trim() ?? '', error))
    }
    values[name] ??= typeof fallback === 'function' ? fallback(known) : fallback
  }
  return { values: values as SettingValues, problems }
}

function decode(
  { schema, decodeWith }: Setting,
  text: string,
  known: Parameters<NonNullable<Setting['decodeWith']>>[1],
) {
  if (!decodeWith) return Value.Decode(schema, text.trim())
  const decoded = decodeWith(text, known)
  if (decoded === undefined) throw new BadValue()
  return decoded
}

function problemOf(name: string, { cure, isSecret }: Setting, text: string, error: Error): string {
  if (!(error instanceof BadValue)) return error.message
  return isSecret ? `${name}: ${cure}` : `${name} is ${JSON.stringify(text)}: ${cure}`
}

/** Settings that lack others they need, as sentences with their cure. */
function incomplete(env: Env, { PUBLIC_ORIGIN, PAYMENTS, CDN }: SettingValues): string[] {
  const isSet = (name: string) => Boolean(env[name]?.trim())
  const hasKeys = (of: string) => isSet(`${of}_ACCESS_KEY_ID`) && isSet(`${of}_SECRET_ACCESS_KEY`)
  const ofDatabase = ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'].filter(isSet)
  const rules: [boolean, string][] = [
    ...ofDatabase.map((name): [boolean, string] => [
      !isSet('DATABASE_URL'),
      `${name} belongs to DATABASE_URL: set that one too, or leave both out for the shop's own database.`,
    ]),
    [
      PAYMENTS === 'stripe' && !isSet('STRIPE_SECRET_KEY'),
      'PAYMENTS=stripe needs STRIPE_SECRET_KEY: set it, or use PAYMENTS=sandbox for simulated payments.',
    ],
    [
      PAYMENTS === 'stripe' && !isSet('STRIPE_WEBHOOK_SECRET'),
      'Payments with Stripe need STRIPE_WEBHOOK_SECRET: set it to the signing secret of the endpoint /api/payments/webhook.',
    ],
    [
      !PAYMENTS && !isSet('PAYMENTS') && !isLoopback(PUBLIC_ORIGIN),
      `PUBLIC_ORIGIN is ${PUBLIC_ORIGIN}, a real shop, but nobody takes the money: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or PAYMENTS=sandbox if payments shall be simulated.`,
    ],
    [
      isSet('S3_BUCKET') && !(isSet('S3_ACCESS_KEY_ID') && isSet('S3_SECRET_ACCESS_KEY')),
      'S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: set both, or leave S3_BUCKET out to keep pictures in DATA_DIR.',
    ],
    [
      isSet('ARCHIVE_BUCKET') && !hasKeys('ARCHIVE') && !hasKeys('S3'),
      'ARCHIVE_BUCKET needs ARCHIVE_ACCESS_KEY_ID and ARCHIVE_SECRET_ACCESS_KEY: set both, or leave ARCHIVE_BUCKET out.',
    ],
    ...['ARCHIVE_BUCKET', 'ARCHIVE_FOLDER'].map((name): [boolean, string] => [
      isSet(name) && !isSet('ARCHIVE_KEY'),
      `${name} needs ARCHIVE_KEY, which encrypts the archive: npm run shop -- archive:key prints one.`,
    ]),
    ...['CDN', 'CDN_PURGE_TOKEN'].map((name): [boolean, string] => [
      isSet(name) && !isSet('CDN_PURGE_URLS'),
      `${name} needs CDN_PURGE_URLS, the addresses that take purges: set it, or leave ${name} out.`,
    ]),
    [
      isSet('CDN_PURGE_URLS') && CDN !== 'varnish' && !isSet('CDN_PURGE_TOKEN'),
      `CDN=${CDN} needs CDN_PURGE_TOKEN: set it to a token of its API that may purge.`,
    ],
  ]
  return rules.flatMap(([isBroken, sentence]) => (isBroken ? [sentence] : []))
}

/** OpenTelemetry's own variables, which its library reads. A bad value of these two is reported. */
const traceEndpoints = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']

const badTracing = (env: Env): string[] =>
  traceEndpoints
    .filter(name => env[name]?.trim() && !anyWebAddress(env[name]?.trim() ?? ''))
    .map(name => `${name}: use the address of an OpenTelemetry collector, such as http://localhost:4318.`)

function toConfig(values: SettingValues, env: Env) {
  return {
    port: values.PORT,
    host: values.HOST,
    /** Where visitors find the shop, such as `https://shop.example`: no path, no slash at the end. */
    publicOrigin: values.PUBLIC_ORIGIN,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    processes: values.WEB_CONCURRENCY,
    seed: values.SEED,
    adminEmail: values.ADMIN_EMAIL,
    adminPassword: values.ADMIN_PASSWORD,
    /** The bucket for pictures; without it they are stored in a folder. */
    s3: s3Settings(values),
    /** Where changes of the embedded database and backups are archived; without a key, nowhere. */
    archive: archiveSettings(values),
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    sandboxFaults: values.SANDBOX_FAULTS as Readonly<Faults>,
    corsOrigins: Object.freeze(values.CORS_ORIGINS) as readonly string[],
    checkoutsPerAddress: Object.freeze({
      maxOpen: values.MAX_OPEN_CHECKOUTS_PER_ADDRESS,
      maxPerMinute: values.MAX_CHECKOUTS_PER_MINUTE_PER_ADDRESS,
      limitsHoarding: values.LIMIT_HOARDING === 'on',
    }) as Readonly<CheckoutBounds>,
    /** Whether admins get a daily e-mail about low sizes and broken runs. */
    emailsLowStock: values.LOW_STOCK_EMAIL === 'on',
    /** The addresses of the proxies in front; false when X-Forwarded-For must not be trusted. */
    trustProxy: values.TRUST_PROXY,
    /** The cache in front of the shop; undefined without one. */
    cdn: cdnSettings(values),
    logLevel: values.LOG_LEVEL,
    metricsToken: values.METRICS_TOKEN,
    /** Whether requests are traced; OpenTelemetry's own variables say where the traces are sent. */
    tracing: traceEndpoints.some(name => env[name]?.trim()) && !/^true$/i.test(env.OTEL_SDK_DISABLED?.trim() ?? ''),
  } as const
}

function s3Settings(values: SettingValues): Readonly<S3Settings> | undefined {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values
  if (!bucket || !accessKeyId || !secretAccessKey) return undefined
  return Object.freeze({ bucket, accessKeyId, secretAccessKey, endpoint: values.S3_ENDPOINT, region: values.S3_REGION })
}

function archiveSettings(values: SettingValues): Readonly<ArchiveSettings> | undefined {
  const { ARCHIVE_KEY: key, ARCHIVE_BUCKET: bucket, ARCHIVE_FOLDER, DATA_DIR } = values
  if (!key) return undefined
  const accessKeyId = values.ARCHIVE_ACCESS_KEY_ID ?? values.S3_ACCESS_KEY_ID
  const secretAccessKey = values.ARCHIVE_SECRET_ACCESS_KEY ?? values.S3_SECRET_ACCESS_KEY
  const endpoint = values.ARCHIVE_ENDPOINT ?? values.S3_ENDPOINT
  const region = values.ARCHIVE_REGION ?? values.S3_REGION
  const s3 =
    bucket && accessKeyId && secretAccessKey ? { bucket, accessKeyId, secretAccessKey, endpoint, region } : undefined
  return Object.freeze({ key, s3, folder: ARCHIVE_FOLDER ?? (s3 ? undefined : path.join(DATA_DIR, 'archive')) })
}

const cdnSettings = ({
  CDN: kind,
  CDN_PURGE_URLS: purgeUrls,
  CDN_PURGE_TOKEN: token,
}: SettingValues): CdnSettings | undefined =>
  purgeUrls && Object.freeze({ kind, purgeUrls: Object.freeze(purgeUrls), token })

function paymentSettings(values: SettingValues): PaymentSettings {
  const { PAYMENTS, STRIPE_SECRET_KEY: stripeSecretKey, STRIPE_WEBHOOK_SECRET: stripeWebhookSecrets } = values
  return PAYMENTS === 'stripe' && stripeSecretKey && stripeWebhookSecrets
    ? { payments: PAYMENTS, stripeSecretKey, stripeWebhookSecrets }
    : { payments: 'sandbox' }
}
