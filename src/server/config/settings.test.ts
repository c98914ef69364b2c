import path from 'node:path'
import { expect, test } from 'vitest'
import { noFaults } from '../../sandbox/faults.ts'
import { readConfig } from './settings.ts'

const refusalOf = (env: Record<string, string>) => {
  try {
    readConfig(env)
  } catch (error) {
    return (error as Error).message
  }
  return expect.fail('These settings should have been refused')
}

test('without settings it is a trial on this machine with simulated payments', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    publicOrigin: 'http://localhost:3000',
    dataDir: path.resolve('data'),
    processes: 1,
    seed: 'demo',
    adminEmail: 'admin@vitrine.example',
    mailFrom: 'hello@vitrine.example',
    payments: 'sandbox',
    sandboxFaults: noFaults,
    corsOrigins: [],
    emailsLowStock: true,
    trustProxy: false,
    checkoutsPerAddress: { maxOpen: 2_000, maxPerMinute: 3_000, limitsHoarding: false },
    logLevel: 'info',
    tracing: false,
  })
})

test('every setting is read', () => {
  const config = readConfig({
    PORT: '8080',
    HOST: '0.0.0.0',
    PUBLIC_ORIGIN: 'https://Shop.Example/',
    DATA_DIR: '/srv/shop',
    DATABASE_URL: 'postgresql://shop:secret@db.example/shop',
    DATABASE_DIRECT_URL: 'postgres://shop:secret@primary.example:5433/shop',
    DATABASE_REPLICA_URL: 'postgres://shop:secret@replica.example/shop',
    WEB_CONCURRENCY: '4',
    SEED: 'demo',
    ADMIN_EMAIL: 'owner@shop.example',
    ADMIN_PASSWORD: 'long enough',
    S3_BUCKET: 'shop-pictures',
    S3_ENDPOINT: 'https://storage.example/s3/',
    S3_REGION: 'auto',
    S3_ACCESS_KEY_ID: 'AKIA1',
    S3_SECRET_ACCESS_KEY: 'very secret',
    SMTP_URL: 'smtps://shop:secret@mail.example',
    MAIL_FROM: 'orders@shop.example',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    SANDBOX_FAULTS: 'delay=100',
    LOW_STOCK_EMAIL: 'off',
    CORS_ORIGINS: 'https://a.example, http://b.example:8000',
    TRUST_PROXY: 'loopback, 10.0.0.0/8, ::1',
    MAX_OPEN_CHECKOUTS_PER_ADDRESS: '500',
    MAX_CHECKOUTS_PER_MINUTE_PER_ADDRESS: '60',
    LOG_LEVEL: 'warn',
    CDN: 'fastly',
    CDN_PURGE_URLS: 'https://api.fastly.com/service/1/purge, http://10.0.0.2:6081',
    CDN_PURGE_TOKEN: 'sixteen-or-more!',
    METRICS_TOKEN: 'sixteen or more!'.replaceAll(' ', '-'),
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
  })
  expect(config).toEqual({
    port: 8080,
    host: '0.0.0.0',
    publicOrigin: 'https://shop.example',
    dataDir: '/srv/shop',
    databaseUrl: 'postgresql://shop:secret@db.example/shop',
    databaseDirectUrl: 'postgres://shop:secret@primary.example:5433/shop',
    databaseReplicaUrl: 'postgres://shop:secret@replica.example/shop',
    processes: 4,
    seed: 'demo',
    adminEmail: 'owner@shop.example',
    adminPassword: 'long enough',
    s3: {
      bucket: 'shop-pictures',
      endpoint: 'https://storage.example/s3',
      region: 'auto',
      accessKeyId: 'AKIA1',
      secretAccessKey: 'very secret',
    },
    smtpUrl: 'smtps://shop:secret@mail.example',
    mailFrom: 'orders@shop.example',
    payments: 'stripe',
    stripeSecretKey: 'sk_test_1',
    stripeWebhookSecrets: ['whsec_1'],
    sandboxFaults: { ...noFaults, delay: 100 },
    corsOrigins: ['https://a.example', 'http://b.example:8000'],
    emailsLowStock: false,
    trustProxy: ['loopback', '10.0.0.0/8', '::1'],
    checkoutsPerAddress: { maxOpen: 500, maxPerMinute: 60, limitsHoarding: false },
    logLevel: 'warn',
    cdn: {
      kind: 'fastly',
      purgeUrls: ['https://api.fastly.com/service/1/purge', 'http://10.0.0.2:6081'],
      token: 'sixteen-or-more!',
    },
    metricsToken: 'sixteen-or-more!',
    tracing: true,
  })
  expect(Object.isFrozen(config)).toBe(true)
})

test('an empty setting counts as not set', () => {
  expect(readConfig({ PORT: '', PUBLIC_ORIGIN: ' ', STRIPE_SECRET_KEY: '', CORS_ORIGINS: '' })).toEqual(readConfig({}))
})

test('the public origin follows the port', () => {
  expect(readConfig({ PORT: '4000' }).publicOrigin).toBe('http://localhost:4000')
})

test('e-mails come from the shop, unless another sender is set', () => {
  const PAYMENTS = 'sandbox'
  expect(readConfig({ PUBLIC_ORIGIN: 'https://shop.example:8443', PAYMENTS }).mailFrom).toBe('hello@shop.example')
})

test('all bad settings are listed at once, each with its cure', () => {
  expect(
    refusalOf({ PORT: '70000', HOST: 'http://x', SEED: 'lots', LOG_LEVEL: 'loud', TRUST_PROXY: 'true' }).split('\n'),
  ).toEqual([
    'Vitrine cannot start with these settings:',
    '  PORT is "70000": use a whole number from 1 to 65535, or leave it out for 3000.',
    '  HOST is "http://x": use an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them.',
    '  SEED is "lots": use demo or none.',
    '  TRUST_PROXY is "true": list the addresses of the proxies in front of the shop with commas between them, such as 10.0.0.0/8, or use loopback.',
    '  LOG_LEVEL is "loud": use one of fatal, error, warn, info, debug, trace, silent.',
  ])
})

test('a cache in front needs its addresses, and one that is hired its token', () => {
  const CDN_PURGE_URLS = 'http://127.0.0.1:6081'
  expect(refusalOf({ CDN: 'varnish' })).toContain('CDN needs CDN_PURGE_URLS')
  expect(refusalOf({ CDN_PURGE_TOKEN: 'sixteen-or-more!' })).toContain('CDN_PURGE_TOKEN needs CDN_PURGE_URLS')
  expect(refusalOf({ CDN: 'cloudflare', CDN_PURGE_URLS })).toContain('CDN=cloudflare needs CDN_PURGE_TOKEN')
  expect(readConfig({ CDN_PURGE_URLS }).cdn).toEqual({ kind: 'varnish', purgeUrls: [CDN_PURGE_URLS] })
})

test('a variable that only looks like a setting is named too: it may be the one that is missing', () => {
  expect(refusalOf({ PUBLIC_ORIGIN: 'https://shop.example', STRIPE_KEY: 'sk_test_1' }).split('\n')).toEqual([
    'Vitrine cannot start with these settings:',
    expect.stringContaining('nobody takes the money'),
    expect.stringMatching(/^ {2}STRIPE_KEY: .*STRIPE_SECRET_KEY/),
  ])
})

test.each([
  ['PORT', '0'],
  ['PORT', '3000.5'],
  ['PORT', '-1'],
  ['PORT', '0x50'],
  ['HOST', 'my shop'],
  ['WEB_CONCURRENCY', '0'],
  ['WEB_CONCURRENCY', '65'],
  ['WEB_CONCURRENCY', 'auto'],
  ['MAX_OPEN_CHECKOUTS_PER_ADDRESS', '0'],
  ['MAX_CHECKOUTS_PER_MINUTE_PER_ADDRESS', '1e9'],
  ['PUBLIC_ORIGIN', 'shop.example'],
  ['PUBLIC_ORIGIN', 'ftp://shop.example'],
  ['PUBLIC_ORIGIN', 'https://shop.example/store'],
  ['PUBLIC_ORIGIN', 'https://user:pass@shop.example'],
  ['CORS_ORIGINS', '*'],
  ['CORS_ORIGINS', 'https://a.example,'],
  ['TRUST_PROXY', '1'],
  ['TRUST_PROXY', '10.0.0.0/0'],
  ['TRUST_PROXY', '10.0.0.0/8/8'],
  ['ADMIN_EMAIL', 'owner'],
  ['MAIL_FROM', 'the shop'],
  ['S3_BUCKET', 'My Bucket'],
  ['S3_BUCKET', '../pictures'],
  ['S3_ENDPOINT', 'storage.example'],
  ['S3_ENDPOINT', 'https://storage.example/?bucket=x'],
  ['S3_REGION', 'Europe (Frankfurt)'],
  ['PAYMENTS', 'paypal'],
  ['SANDBOX_FAULTS', 'typo'],
  ['SANDBOX_FAULTS', 'delay'],
  ['CDN', 'akamai'],
  ['CDN_PURGE_URLS', '127.0.0.1:6081'],
  ['CDN_PURGE_URLS', 'http://user:pass@127.0.0.1:6081'],
])('%s=%s is refused', (key, value) => {
  expect(refusalOf({ [key]: value })).toContain(`\n  ${key}`)
})

test.each([
  ['ADMIN_PASSWORD', 'short'],
  ['ADMIN_PASSWORD', 'password123'],
  ['ADMIN_PASSWORD', 'Admin@Vitrine.example'],
  ['METRICS_TOKEN', 'fifteen-letters'],
  ['CDN_PURGE_TOKEN', 'fifteen-letters'],
  ['METRICS_TOKEN', 'words with spaces in between'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['SMTP_URL', 'http://shop:s3cr3t@mail.example'],
  ['SMTP_URL', 'smtp:///s3cr3t'],
  ['SMTP_URL', 'smtp://shop:s3#cr3t@mail.example:587'],
  ['SMTP_URL', 'smtp://shop:1#s3cr3t@mail.example:587'],
  ['SMTP_URL', 'smtp://shop:1?s3cr3t@mail.example:587'],
  ['S3_ENDPOINT', 'https://key:s3cr3t@storage.example'],
  ['STRIPE_SECRET_KEY', 'pk_live_secret'],
  ['STRIPE_WEBHOOK_SECRET', 's3cr3t'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_1,s3cr3t'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_1,'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_1,whsec_2,whsec_3'],
  ['DATABASE_URL', 'mysql://shop:secret@db.example/shop'],
  ['DATABASE_URL', 's3cr3t'],
  ['DATABASE_URL', 'postgres:s3cr3t@@@:99999/db'],
  ['DATABASE_URL', 'postgres:/s3cr3t@db.example/shop'],
  ['DATABASE_URL', 'postgres:///s3cr3t'],
  ['DATABASE_URL', 'postgres://shop:s3cr3t@/shop'],
  ['DATABASE_URL', 'postgres://shop:1/s3cr3t@db.example/shop'],
  ['DATABASE_URL', 'postgres://shop:1?s3cr3t@db.example/shop'],
  ['DATABASE_URL', 'postgres://shop:1#s3cr3t@db.example/shop'],
  ['DATABASE_DIRECT_URL', 's3cr3t'],
  ['DATABASE_REPLICA_URL', 'mysql://shop:s3cr3t@db.example/shop'],
])('the secret %s is refused without showing it', (key, value) => {
  expect(refusalOf({ [key]: value })).toContain(`\n  ${key}: use `)
  expect(refusalOf({ [key]: value })).not.toContain(value)
})

test('for a password with # or @ in SMTP_URL, the error says how to write it', () => {
  expect(refusalOf({ SMTP_URL: 'smtp://shop:s3#cr3t@mail.example:587' })).toContain(
    '\n  SMTP_URL: use the form smtp://user:password@host:587, or smtps:// for port 465. In the password write # as %23 and @ as %40.',
  )
  expect(readConfig({ SMTP_URL: 'smtp://shop:s3%23cr%403t@mail.example:587' }).smtpUrl).toContain('%23')
})

test('a password is used as it was written, with its blanks, but without the end of its line', () => {
  const passwordOf = (ADMIN_PASSWORD: string) => readConfig({ ADMIN_PASSWORD }).adminPassword
  expect(passwordOf('  silk and blanks ')).toBe('  silk and blanks ')
  expect(passwordOf('silk and blanks \r\n')).toBe('silk and blanks ')
  expect(passwordOf('   ')).toBeUndefined()
})

test('the other database addresses need DATABASE_URL', () => {
  const elsewhere = { DATABASE_DIRECT_URL: 'postgres://a.example', DATABASE_REPLICA_URL: 'postgres://b.example' }
  for (const key of Object.keys(elsewhere))
    expect(refusalOf(elsewhere)).toContain(`\n  ${key} belongs to DATABASE_URL: set that one too`)
  expect(readConfig({ ...elsewhere, DATABASE_URL: 'postgres://c.example' })).toMatchObject({
    databaseDirectUrl: 'postgres://a.example',
    databaseReplicaUrl: 'postgres://b.example',
  })
})

test.each([
  'postgres://db.example',
  'postgres://shop:p%40ss@db.example:5432/shop?sslmode=require',
  'postgres://shop:p@ss@db.example/shop',
  'postgres://shop@%2Ftmp%2Fsocket:5432/shop',
  'postgres:///shop?host=/tmp/socket',
  'postgresql://shop@[::1]/shop',
])('%s is the address of a database', DATABASE_URL => {
  expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
})

test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'http://shop.localhost'])(
  '%s is a trial: demo goods and simulated payments',
  PUBLIC_ORIGIN => {
    expect(readConfig({ PUBLIC_ORIGIN })).toMatchObject({ seed: 'demo', payments: 'sandbox' })
  },
)

test.each([
  'https://shop.example',
  'http://192.168.1.5:3000',
  'https://localhost.example',
  'https://127.0.0.1.example',
])('%s is a real shop: no demo goods, and no simulated payments by accident', PUBLIC_ORIGIN => {
  expect(readConfig({ PUBLIC_ORIGIN, PAYMENTS: 'sandbox' })).toMatchObject({ seed: 'none', payments: 'sandbox' })
  expect(refusalOf({ PUBLIC_ORIGIN })).toContain(
    'set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or PAYMENTS=sandbox if payments shall be simulated.',
  )
})

test('Stripe needs both its secrets', () => {
  const secrets = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  expect(readConfig({ ...secrets, PAYMENTS: 'stripe' }).payments).toBe('stripe')
  expect(readConfig({ ...secrets, PAYMENTS: 'sandbox' }).payments).toBe('sandbox')
  expect(refusalOf({ PAYMENTS: 'stripe' })).toContain('PAYMENTS=stripe needs STRIPE_SECRET_KEY')
  expect(refusalOf({ STRIPE_SECRET_KEY: 'sk_test_1' })).toContain('Stripe need STRIPE_WEBHOOK_SECRET')
})

test('while the webhook secret is rotated there are two, with a comma between them', () => {
  const secrets = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1, whsec_2' }
  expect(readConfig(secrets)).toMatchObject({ stripeWebhookSecrets: ['whsec_1', 'whsec_2'] })
  expect(refusalOf({ ...secrets, STRIPE_WEBHOOK_SECRET: 'whsec_1 whsec_2,' })).toContain(
    'While it is rolled, use the old and the new one with a comma between them.',
  )
})

test('a bucket needs both its keys, which are never shown; without a bucket its other settings do nothing', () => {
  const keys = { S3_ACCESS_KEY_ID: 'AKIA1', S3_SECRET_ACCESS_KEY: 's3cr3t' }
  expect(readConfig({ ...keys, S3_BUCKET: 'pictures' }).s3).toMatchObject({ bucket: 'pictures', region: 'us-east-1' })
  expect(readConfig({ ...keys, S3_BUCKET: '' })).toEqual(readConfig({}))
  for (const key of Object.keys(keys)) {
    const refusal = refusalOf({ ...keys, [key]: ' ', S3_BUCKET: 'pictures' })
    expect(refusal).toContain('S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY')
    expect(refusal).not.toContain('s3cr3t')
  }
})
