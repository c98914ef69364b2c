import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { withTable } from '../../../scripts/settings-table.ts'
import { readConfig } from './settings.ts'
import { settingsWarnings } from './warnings.ts'

const refusalOf = (env: Record<string, string>) => {
  try {
    readConfig(env)
  } catch (error) {
    return (error as Error).message
  }
  return expect.fail('These settings should have been refused')
}
const live = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
const PUBLIC_ORIGIN = 'https://shop.example'

test.each([
  ['STRIPE_SECRETKEY', 'STRIPE_SECRET_KEY'],
  ['STRIPE_SECRET_KEYS', 'STRIPE_SECRET_KEY'],
  ['PUBLIC_ORIGN', 'PUBLIC_ORIGIN'],
  ['PUBLIC_ORIGINS', 'PUBLIC_ORIGIN'],
  ['public_origin', 'PUBLIC_ORIGIN'],
  ['ADMIN_MAIL', 'ADMIN_EMAIL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['TRUST_PROXYS', 'TRUST_PROXY'],
  ['SMPT_URL', 'SMTP_URL'],
  ['CORS_ORIGIN', 'CORS_ORIGINS'],
])('%s is named with the setting that was probably meant: %s', (name, meant) => {
  const refusal = refusalOf({ [name]: 's3cr3t' })
  expect(refusal).toContain(`\n  ${name} is no setting: ${meant} was probably meant. Rename it, or take it away.`)
  expect(refusal).not.toContain('s3cr3t')
})

test('variables of other programs are ignored, and so is a typo beside the correct setting', () => {
  const others = {
    PATH: '/bin',
    HOME: '/root',
    POST: '1',
    HOSTNAME: 'a',
    LOGLEVEL: 'loud',
    AWS_REGION: 'x',
    PGDATABASE: 'x',
  }
  const npm = { npm_config_data_dir: 'x', npm_package_name: 'vitrine', DATABASE_PUBLIC_URL: 'x', STRIPE_API_KEY: 'x' }
  expect(readConfig({ ...others, ...npm, ADMIN_EMAIL: 'ada@shop.test', ADMIN_MAIL: 'x' }).adminEmail).toBe(
    'ada@shop.test',
  )
  expect(readConfig({ PUBLIC_ORIGN: ' ' }).publicOrigin).toBe('http://localhost:3000')
})

test.each<[string, Record<string, string>]>([
  ['STRIPE_WEBHOOK_SECRET belongs to STRIPE_SECRET_KEY: set that one too', { STRIPE_WEBHOOK_SECRET: 'whsec_1' }],
  ['PAYMENTS=sandbox simulates payments, but STRIPE_SECRET_KEY is a live one', { ...live, PAYMENTS: 'sandbox' }],
  ['PUBLIC_ORIGIN is http://localhost:3000, where nobody can come back to', live],
  [
    'PUBLIC_ORIGIN is https://localhost, where nobody can come back to',
    { ...live, PUBLIC_ORIGIN: 'https://localhost' },
  ],
  ['PUBLIC_ORIGIN is http://shop.example, where nobody', { ...live, PUBLIC_ORIGIN: 'http://shop.example' }],
  ['SEED=demo would sell demo goods for real money', { ...live, PUBLIC_ORIGIN, SEED: 'demo' }],
  ['SMTP_URL: port 465 wants smtps://', { SMTP_URL: 'smtp://shop:s3cr3t@mail.example:465' }],
  ['SMTP_URL: ports 25 and 587 want smtp://', { SMTP_URL: 'smtps://shop:s3cr3t@mail.example:587' }],
])('what cannot be meant together is listed: %s', (sentence, env) => {
  const refusal = refusalOf({ ...env, PORT: env.PUBLIC_ORIGIN ? 'x' : '3000' })
  expect(refusal).toContain(
    `\n  ${sentence.startsWith('PUBLIC') ? 'STRIPE_SECRET_KEY is a live one, but ' : ''}${sentence}`,
  )
  expect(refusal).not.toMatch(/s3cr3t|sk_live_1|whsec_1/)
})

test('a real shop with live keys causes no warning', () => {
  const env = { ...live, PUBLIC_ORIGIN, TRUST_PROXY: 'loopback' }
  expect(settingsWarnings(readConfig(env), env)).toEqual([])
})

test.each<[string, Record<string, string>]>([
  ['TRUST_PROXY is not set', { ...live, PUBLIC_ORIGIN }],
  ['TRUST_PROXY is not set', { CDN_PURGE_URLS: 'http://127.0.0.1:6081' }],
  [
    'PUBLIC_ORIGIN is http://shop.example: passwords cross the net',
    { PUBLIC_ORIGIN: 'http://shop.example', PAYMENTS: 'sandbox' },
  ],
  [
    'STRIPE_SECRET_KEY is a test key',
    { ...live, STRIPE_SECRET_KEY: 'rk_test_1', PUBLIC_ORIGIN, TRUST_PROXY: '10.0.0.1' },
  ],
  ['S3_ENDPOINT, S3_REGION: not used without S3_BUCKET', { S3_ENDPOINT: 'https://s3.example', S3_REGION: 'auto' }],
])('a setting that is probably not intended causes a warning: %s', (sentence, env) => {
  expect(settingsWarnings(readConfig(env), env)).toEqual([expect.stringContaining(sentence)])
})

test.each([
  ['STRIPE_KEY', 'STRIPE_SECRET_KEY or STRIPE_WEBHOOK_SECRET'],
  ['STRIPE_SECRET', 'STRIPE_SECRET_KEY or STRIPE_WEBHOOK_SECRET'],
  ['stripe_api_key', 'STRIPE_SECRET_KEY or STRIPE_WEBHOOK_SECRET'],
  ['TRUSTED_PROXY', 'TRUST_PROXY'],
  ['TRUSTED_PROXIES', 'TRUST_PROXY'],
  ['SMTP_SERVER', 'SMTP_URL'],
  ['SMTP_FROM', 'SMTP_URL or MAIL_FROM'],
  ['MAIL_SENDER', 'SMTP_URL or MAIL_FROM'],
  ['EMAIL_HOST', 'SMTP_URL or MAIL_FROM'],
  ['S3_KEY', 'S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_ENDPOINT, or S3_REGION'],
  ['ADMIN_USER', 'ADMIN_EMAIL or ADMIN_PASSWORD'],
  ['PUBLIC_URL', 'PUBLIC_ORIGIN'],
  ['DB_URL', 'DATABASE_URL'],
  ['DATABASE_HOST', 'DATABASE_URL'],
  ['DATA_FOLDER', 'DATA_DIR'],
  ['WEB_CONC', 'WEB_CONCURRENCY'],
  ['PAYMENT_PROVIDER', 'PAYMENTS'],
  ['CORS_ALLOWED_ORIGINS', 'CORS_ORIGINS'],
  ['METRICS_PASSWORD', 'METRICS_TOKEN'],
  ['SEEDS', 'SEED'],
  ['LOGLEVEL', 'LOG_LEVEL'],
])('%s only resembles a setting: the shop warns, and starts', (name, meant) => {
  const env = { [name]: 's3cr3t' }
  expect(settingsWarnings(readConfig(env), env)).toEqual([
    `${name}: the shop reads no such setting. If ${meant} is meant, set that one; if another program needs it, leave it.`,
  ])
})

test('variables that look like settings of one family are reported in one sentence, with the settings of it that are not set', () => {
  const env = { SMTP_HOST: 'mail.example', SMTP_PORT: '587', MAIL_FROM: 'hello@shop.example' }
  expect(settingsWarnings(readConfig(env), env)).toEqual([
    'SMTP_HOST, SMTP_PORT: the shop reads no such setting. If SMTP_URL is meant, set that one; if another program needs it, leave it.',
  ])
})

test.each<[string, Record<string, string>]>([
  [
    'a login and cron',
    { MAIL: '/var/mail/ada', MAILCHECK: '60', MAILTO: 'ada', EMAIL: 'ada@shop.test', LOGNAME: 'ada' },
  ],
  ['Amazon and PostgreSQL', { AWS_ACCESS_KEY_ID: 'x', AWS_REGION: 'x', PGHOST: 'x', POSTGRES_PASSWORD: 'x' }],
  [
    'a host with a database',
    { DATABASE_URL: 'postgres://db/shop', DATABASE_PUBLIC_URL: 'x', DATABASE_CONNECTION_POOL_URL: 'x', DB_HOST: 'x' },
  ],
  [
    'a host that names the address',
    { PUBLIC_ORIGIN, PAYMENTS: 'sandbox', TRUST_PROXY: '10.0.0.1', PUBLIC_IP: '1.2.3.4' },
  ],
  [
    'Kubernetes',
    {
      SMTP_SERVICE_HOST: '10.0.0.1',
      SMTP_SERVICE_PORT: '25',
      SMTP_PORT: 'tcp://10.0.0.1:25',
      SMTP_PORT_25_TCP_ADDR: 'x',
    },
  ],
  [
    'other tools',
    { STRIPE_CLI_TELEMETRY_OPTOUT: '1', SANDBOX_ON: '1', WEB_MEMORY: '512', DATA_CENTER: 'x', ADMIN_EMAIL: ' ' },
  ],
  [
    'what is set as it should be',
    { ...live, PUBLIC_ORIGIN, TRUST_PROXY: 'loopback', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' },
  ],
])('the settings of others look like none of ours: %s', (_, env) => {
  expect(settingsWarnings(readConfig(env), env)).toEqual([])
})

test('docs/settings.md agrees with the settings', () => {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../../docs/settings.md'), 'utf8')
  expect(text).toBe(withTable(text))
})
