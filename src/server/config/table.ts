import path from 'node:path'
import { type StaticDecode, type TCodec, type TString, Type } from 'typebox'
import { passwordError } from '#domain/users/password.ts'
import { readEmail } from '#domain/users/user.ts'
import { noFaults, parseFaults } from '../../sandbox/faults.ts'
import { cdnKinds } from '../cdn/kinds.ts'
import { defaultCheckoutBounds } from '../http/limits/checkout-bounds.ts'
import { isLoopback } from '../lib/loopback.ts'
import * as value from './values.ts'

/** The settings that have been read already: those above this one in the table. */
interface Known {
  values: Partial<{ PORT: number; PUBLIC_ORIGIN: string; ADMIN_EMAIL: string }>
  /** Whether a setting has any text, valid or not. */
  isSet(name: string): boolean
}

/** How the documents and the errors describe a setting. */
interface About {
  /** How the documents name its default, where that differs from the value itself. */
  shownDefault?: string
  /** How the owner corrects a bad value, in one sentence. */
  cure: string
  meaning: string
  /** Its value is never shown. */
  isSecret?: boolean
}

export interface Setting<T = unknown> extends About {
  schema: TCodec<TString, T>
  /** Its value when it is not set. */
  fallback?: T | ((known: Known) => T)
  /** Decodes the value instead of the schema, when it depends on other settings or on spaces around it. */
  decodeWith?: (untrimmed: string, known: Known) => T | undefined
}

/** A refused value; without a message, the setting's cure is shown. */
export class BadValue extends Error {}

function setting<T>(
  read: (text: string) => T | undefined,
  about: About & { fallback: NoInfer<T> | ((known: Known) => NoInfer<T>) },
): Setting<T> {
  const decode = (text: string): T => {
    const decoded = read(text)
    if (decoded === undefined) throw new BadValue()
    return decoded
  }
  return { ...about, schema: Type.Decode(Type.String({ description: about.meaning }), decode) as TCodec<TString, T> }
}

const optional = <T>(read: (text: string) => T | undefined, about: About): Setting<T | undefined> =>
  setting<T | undefined>(read, { ...about, fallback: undefined })

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const isTrial = ({ values }: Known) => isLoopback(values.PUBLIC_ORIGIN ?? '')
const postgres = (meaning: string) =>
  optional(value.postgresUrl, {
    cure: 'use the form postgres://user:password@host:5432/database.',
    meaning,
    isSecret: true,
  })
const addressBound = (fallback: number, meaning: string) =>
  setting(value.wholeNumber(1, 1_000_000), {
    fallback,
    cure: `use a whole number from 1 to 1000000, or leave it out for ${fallback}.`,
    meaning,
  })
const anyText = (text: string) => text
const bucketCure = "use the bucket's name: 3 to 63 small letters, digits, dots and hyphens."
const endpointCure = 'use the address of the storage, such as https://s3.example.com.'
const tokenCure = 'use 16 to 200 letters, digits and signs without spaces, such as those of: openssl rand -hex 32.'
const regionCure = 'use a region such as eu-central-1, or auto.'

/** Every setting by its environment variable: what it may hold, its default, its errors, and its row in docs/settings.md. */
export const settings = {
  PORT: setting(value.wholeNumber(1, 65_535), {
    fallback: 3000,
    cure: 'use a whole number from 1 to 65535, or leave it out for 3000.',
    meaning: 'the port to listen on',
  }),
  HOST: setting(value.hostName, {
    fallback: '127.0.0.1',
    cure: 'use an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them.',
    meaning: 'the address to listen on; 0.0.0.0 for all',
  }),
  PUBLIC_ORIGIN: setting(value.webOrigin, {
    fallback: ({ values }) => `http://localhost:${values.PORT}`,
    shownDefault: 'http://localhost:PORT',
    cure: 'use the address that visitors type, without a path, such as https://shop.example.',
    meaning:
      'where visitors find the shop; anything but loopback makes it a real shop, without demo goods and with Stripe',
  }),
  DATA_DIR: setting(text => path.resolve(text), {
    fallback: () => path.resolve('data'),
    shownDefault: './data',
    cure: '',
    meaning: 'database, pictures and the outbox',
  }),
  DATABASE_URL: postgres('another PostgreSQL (15 or later) instead of the embedded one'),
  DATABASE_DIRECT_URL: postgres('the way past a pooler in transaction mode that stands at `DATABASE_URL`'),
  DATABASE_REPLICA_URL: postgres('a streaming replica of it, for what everybody may read'),
  WEB_CONCURRENCY: setting(value.wholeNumber(1, 64), {
    fallback: 1,
    cure: 'use a whole number of processes from 1 to 64, or leave it out for 1.',
    meaning: 'how many processes serve visitors, 1 to 64: [from one machine to many](scale.md)',
  }),
  SEED: setting(value.oneOf('demo', 'none'), {
    fallback: known => (isTrial(known) ? 'demo' : 'none'),
    shownDefault: 'demo on loopback, else none',
    cure: 'use demo or none.',
    meaning: '`demo` fills a new shop with the demo catalogue, never one that has opened before',
  }),
  ADMIN_EMAIL: setting(readEmail, {
    fallback: 'admin@vitrine.example',
    cure: 'use an e-mail address, such as owner@shop.example.',
    meaning: 'the admin that a shop without one gets at its start',
  }),
  ADMIN_PASSWORD: {
    ...optional(anyText, {
      shownDefault: 'a random one',
      cure: 'use 8 to 128 characters that are no common password and not ADMIN_EMAIL.',
      meaning: 'the password of that admin',
      isSecret: true,
    }),
    decodeWith(untrimmed: string, { values }: Known) {
      const password = untrimmed.replace(/(?<![\r\n])[\r\n]+$/, '')
      return passwordError(password, { email: values.ADMIN_EMAIL ?? '' }) ? undefined : password
    },
  },
  STRIPE_SECRET_KEY: optional(value.startsWith('sk_', 'rk_'), {
    cure: 'use the secret key from the Stripe dashboard; it starts with sk_ or rk_.',
    meaning: 'payments through Stripe: [how to](stripe.md)',
    isSecret: true,
  }),
  STRIPE_WEBHOOK_SECRET: optional(value.signingSecrets, {
    cure: 'use the signing secret of the webhook endpoint from the Stripe dashboard; it starts with whsec_. While it is rolled, use the old and the new one with a comma between them.',
    meaning: 'the signing secret of the webhook; two with a comma between them while one is rolled',
    isSecret: true,
  }),
  PAYMENTS: setting<'stripe' | 'sandbox' | undefined>(value.oneOf('stripe', 'sandbox'), {
    fallback: ({ isSet }) => (isSet('STRIPE_SECRET_KEY') ? 'stripe' : undefined),
    shownDefault: 'stripe with a key, else sandbox',
    cure: 'use stripe or sandbox.',
    meaning: 'a shop that is not on loopback needs a key, or `sandbox` said on purpose',
  }),
  S3_BUCKET: optional(value.bucketName, {
    cure: bucketCure,
    meaning: 'pictures in a bucket instead of `DATA_DIR`: [how to](storage.md)',
  }),
  S3_ACCESS_KEY_ID: optional(anyText, { cure: '', meaning: 'the key to it', isSecret: true }),
  S3_SECRET_ACCESS_KEY: optional(anyText, { cure: '', meaning: 'its secret', isSecret: true }),
  S3_ENDPOINT: optional(value.webAddress, {
    shownDefault: 'Amazon',
    cure: endpointCure,
    meaning: 'another storage that speaks S3',
    isSecret: true,
  }),
  S3_REGION: setting(value.s3Region, {
    fallback: 'us-east-1',
    cure: regionCure,
    meaning: 'the region of the bucket',
  }),
  ARCHIVE_KEY: optional(value.ageIdentity, {
    cure: 'use a secret key of age, as `npm run shop -- archive:key` prints one: AGE-SECRET-KEY-1 and 58 characters.',
    meaning:
      'turns on the [archive](archive.md): every change of the embedded database and every backup, encrypted with this key; store it off this machine',
    isSecret: true,
  }),
  ARCHIVE_FOLDER: optional(text => path.resolve(text), {
    shownDefault: '`DATA_DIR/archive` without a bucket',
    cure: '',
    meaning: 'the folder of the archive, such as one on another disk',
  }),
  ARCHIVE_BUCKET: optional(value.bucketName, {
    cure: bucketCure,
    meaning: 'the bucket of the archive, off this machine; pictures of `DATA_DIR` go there too',
  }),
  ARCHIVE_ACCESS_KEY_ID: optional(anyText, {
    shownDefault: '`S3_ACCESS_KEY_ID`',
    cure: '',
    meaning: 'the key to it',
    isSecret: true,
  }),
  ARCHIVE_SECRET_ACCESS_KEY: optional(anyText, {
    shownDefault: '`S3_SECRET_ACCESS_KEY`',
    cure: '',
    meaning: 'its secret',
    isSecret: true,
  }),
  ARCHIVE_ENDPOINT: optional(value.webAddress, {
    shownDefault: '`S3_ENDPOINT`',
    cure: endpointCure,
    meaning: 'its storage',
    isSecret: true,
  }),
  ARCHIVE_REGION: optional(value.s3Region, {
    shownDefault: '`S3_REGION`',
    cure: regionCure,
    meaning: 'its region',
  }),
  SMTP_URL: optional(value.smtpServer, {
    cure: 'use the form smtp://user:password@host:587, or smtps:// for port 465. In the password write # as %23 and @ as %40.',
    meaning:
      'the mail server, as in smtp://user:password@host:587, which must offer TLS unless it is on this machine; without it e-mails go into `DATA_DIR/outbox` for 30 days',
    isSecret: true,
  }),
  MAIL_FROM: setting(readEmail, {
    fallback: known =>
      `hello@${isTrial(known) ? 'vitrine.example' : new URL(known.values.PUBLIC_ORIGIN ?? '').hostname}`,
    shownDefault: "hello@ and the shop's host",
    cure: 'use an e-mail address, such as hello@shop.example.',
    meaning: 'the sender of e-mails',
  }),
  SANDBOX_FAULTS: setting(parseFaults, {
    fallback: noFaults,
    shownDefault: '',
    cure: '',
    meaning:
      'what the sandbox does wrong on purpose: `drop-events`, `duplicate`, `reorder`, `delay=ms`, `api-5xx`, `api-hang`, `api-cut`, `api-delay=ms`, `late-payment`, `late-payment-fails`, `empty-balance`; chances as in `api-5xx=0.2`',
  }),
  CORS_ORIGINS: setting(value.listOf(value.webOrigin), {
    fallback: () => [],
    shownDefault: '',
    cure: 'list exact origins with commas between them, such as https://www.example.com.',
    meaning: 'other origins whose pages may call the API, with commas: [front ends elsewhere](foreign-front-ends.md)',
  }),
  TRUST_PROXY: setting<string[] | false>(value.listOf(value.proxyAddress), {
    fallback: false,
    shownDefault: '',
    cure: 'list the addresses of the proxies in front of the shop with commas between them, such as 10.0.0.0/8, or use loopback.',
    meaning: 'addresses of the proxies whose X-Forwarded-For counts',
  }),
  MAX_OPEN_CHECKOUTS_PER_ADDRESS: addressBound(
    defaultCheckoutBounds.maxOpen,
    'payment pages open at once from one address, which thousands of people may share: against floods alone',
  ),
  MAX_CHECKOUTS_PER_MINUTE_PER_ADDRESS: addressBound(
    defaultCheckoutBounds.maxPerMinute,
    'new checkouts a minute from one address, likewise',
  ),
  LIMIT_HOARDING: setting(value.oneOf('off', 'on'), {
    fallback: 'off',
    cure: 'use on or off.',
    meaning:
      'on: of the last ten pieces of a size, guests and accounts that never paid may hold at most half, see [stock](stock.md)',
  }),
  LOW_STOCK_EMAIL: setting(value.oneOf('on', 'off'), {
    fallback: 'on',
    cure: 'use on or off.',
    meaning:
      'off: no daily e-mail to the admins about sizes that have become low and runs that are broken, see [stock](stock.md)',
  }),
  CDN: setting(value.oneOf(...cdnKinds), {
    fallback: 'varnish',
    cure: `use one of ${cdnKinds.join(', ')}.`,
    meaning: 'the kind of [cache in front](cdn.md) of the shop: varnish, fastly or cloudflare; for `CDN_PURGE_URLS`',
  }),
  CDN_PURGE_URLS: optional(value.listOf(value.webAddress), {
    cure: 'list the addresses that take purges with commas between them, such as http://127.0.0.1:6081.',
    meaning:
      'turns on the headers by which a [cache in front](cdn.md) stores public pages, and tells these addresses, with commas, what has changed',
  }),
  CDN_PURGE_TOKEN: optional(value.headerToken, {
    cure: tokenCure,
    meaning: 'proves to them that the shop asks',
    isSecret: true,
  }),
  METRICS_TOKEN: optional(value.headerToken, {
    cure: tokenCure,
    meaning:
      'who shows it may read `/metrics`; without one, requests from this machine may: [monitoring](monitoring.md)',
    isSecret: true,
  }),
  LOG_LEVEL: setting(value.oneOf(...logLevels), {
    fallback: 'info',
    cure: `use one of ${logLevels.join(', ')}.`,
    meaning: 'fatal, error, warn, info, debug, trace or silent',
  }),
}

type Settings = typeof settings

/** The values of all settings, typed by the table. */
export type SettingValues = { [Name in keyof Settings]: StaticDecode<Settings[Name]['schema']> }
