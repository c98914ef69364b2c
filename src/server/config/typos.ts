import { isLoopback } from '../lib/loopback.ts'
import { settings } from './table.ts'

type Env = Record<string, string | undefined>

export const settingNames: readonly string[] = Object.keys(settings)

/** Short names, and a harmless one: they resemble too many other variables. */
const likeOthers = new Set(['PORT', 'HOST', 'SEED', 'LOG_LEVEL'])

/** Variables that are probably misspelt settings, as sentences with their cure. */
export function misspeltSettings(env: Env): string[] {
  const isSet = (name: string) => Boolean(env[name]?.trim())
  return Object.keys(env).flatMap(name => {
    if (!isSet(name) || settingNames.includes(name)) return []
    const meant = settingNames.find(known => !likeOthers.has(known) && !isSet(known) && isNear(bare(name), bare(known)))
    return meant ? [`${name} is no setting: ${meant} was probably meant. Rename it, or take it away.`] : []
  })
}

/** Prefixes of other names that may be meant as our settings, and the settings that may be meant. */
const families: [RegExp, string[]][] = [
  [/^STRIPE_(?!CLI_)/, startingWith('STRIPE_')],
  [/^S3_/, startingWith('S3_')],
  [/^ARCHIVE_/, startingWith('ARCHIVE_')],
  [/^SMTP_(?!FROM)/, ['SMTP_URL']],
  [/^(E?MAIL_|SMTP_FROM)/, ['SMTP_URL', 'MAIL_FROM']],
  [/^ADMIN_/, startingWith('ADMIN_')],
  [/^PUBLIC_/, ['PUBLIC_ORIGIN']],
  [/^(DB|DATABASE)_/, ['DATABASE_URL']], // the other two are rare, and many hosts name their own variables so
  [/^DATA_(DIR|FOLDER|PATH)/, ['DATA_DIR']],
  [/^WEB_CONC/, ['WEB_CONCURRENCY']],
  [/^PAYMENTS?_/, ['PAYMENTS']],
  [/^CORS_/, ['CORS_ORIGINS']],
  [/^TRUST/, ['TRUST_PROXY']],
  [/^METRICS_/, ['METRICS_TOKEN']],
  [/^SEEDS$|^SEED_/, ['SEED']],
  [/^LOG_?LEVELS?$/, ['LOG_LEVEL']],
]

/** Variables that Kubernetes sets for each service, such as SMTP_SERVICE_HOST. */
const ofKubernetes = /_SERVICE_(HOST|PORT)|_PORT_\d+_(TCP|UDP|SCTP)|=(tcp|udp|sctp):/

/** Variables that only look like a setting, while a setting they look like is not set: as sentences with their cure. */
export function lookalikeSettings(env: Env): string[] {
  const isSet = (name: string) => Boolean(env[name]?.trim())
  const others = Object.keys(env).filter(
    name =>
      isSet(name) &&
      !ofKubernetes.test(`${name}=${env[name]}`) &&
      !settingNames.some(known => !likeOthers.has(known) && isNear(bare(name), bare(known))),
  )
  return families.flatMap(([pattern, ours]) => {
    const [alike, missing] = [
      others.filter(name => pattern.test(name.toUpperCase())),
      ours.filter(name => !isSet(name)),
    ]
    if (alike.length === 0 || missing.length === 0) return []
    return [
      `${alike.join(', ')}: the shop reads no such setting. If ${anyOf.format(missing)} is meant, set that one; if another program needs it, leave it.`,
    ]
  })
}

const anyOf = new Intl.ListFormat('en', { type: 'disjunction' })

function startingWith(start: string): string[] {
  return settingNames.filter(name => name.startsWith(start))
}

const bare = (name: string) => name.replaceAll('_', '').toUpperCase()

/**
 * Whether two names differ by a typo: one in a short name, two in a long one. A typo is one character more, less or different,
 * or two in the wrong order.
 */
function isNear(name: string, known: string): boolean {
  const max = known.length >= 12 ? 2 : 1
  return Math.abs(name.length - known.length) <= max && slipsBetween(name, known) <= max
}

function slipsBetween(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, n) => [n])
  const at = (i: number, j: number) => rows[i]?.[j] ?? j
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const steps = [at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (same ? 0 : 1)]
      ;(rows[i] as number[])[j] = Math.min(...steps, ...(swapped ? [at(i - 2, j - 2) + 1] : []))
    }
  return at(a.length, b.length)
}

const isLiveKey = (key: string) => /^[sr]k_live_/.test(key)

/** Settings that contradict each other, as sentences with their cure. */
export function contradictions(env: Env, publicOrigin: string): string[] {
  const set = (name: string) => env[name]?.trim() ?? ''
  const found: string[] = []
  const [key, secret, payments] = [set('STRIPE_SECRET_KEY'), set('STRIPE_WEBHOOK_SECRET'), set('PAYMENTS')]
  if (secret && !key && payments === '')
    found.push(
      'STRIPE_WEBHOOK_SECRET belongs to STRIPE_SECRET_KEY: set that one too, or leave both out for simulated payments.',
    )
  if (isLiveKey(key) && payments === 'sandbox')
    found.push(
      'PAYMENTS=sandbox simulates payments, but STRIPE_SECRET_KEY is a live one: leave PAYMENTS out to be paid, or leave the key out.',
    )
  if (isLiveKey(key) && payments !== 'sandbox' && (!publicOrigin.startsWith('https:') || isLoopback(publicOrigin)))
    found.push(
      `STRIPE_SECRET_KEY is a live one, but PUBLIC_ORIGIN is ${publicOrigin}, where nobody can come back to safely after paying: set PUBLIC_ORIGIN to the https:// address of the shop, or use a test key (sk_test_).`,
    )
  if (isLiveKey(key) && set('SEED') === 'demo')
    found.push('SEED=demo would sell demo goods for real money: leave SEED out, or use a test key (sk_test_).')
  const smtp = set('SMTP_URL')
  if (/^smtp:\/\/[^/]*:465\/?$/i.test(smtp)) found.push('SMTP_URL: port 465 wants smtps:// in the place of smtp://.')
  if (/^smtps:\/\/[^/]*:(25|587)\/?$/i.test(smtp))
    found.push('SMTP_URL: ports 25 and 587 want smtp:// in the place of smtps://; it goes on to TLS by itself.')
  return found
}
