import { isLoopback } from '../lib/loopback.ts'
import type { Config } from './settings.ts'
import { lookalikeSettings, settingNames } from './typos.ts'

/** Warnings about settings that work but are probably not intended: shown at start, with their cure. */
export function settingsWarnings(config: Config, env: Record<string, string | undefined>): string[] {
  const { publicOrigin, trustProxy, s3, stripeSecretKey, cdn } = config
  const isReal = !isLoopback(publicOrigin)
  const ofBucket = settingNames.filter(name => name.startsWith('S3_') && env[name]?.trim())
  const warnings: [boolean, string][] = [
    [
      ((publicOrigin.startsWith('https:') && isReal) || cdn !== undefined) && !trustProxy,
      'TRUST_PROXY is not set: behind a proxy all visitors look like one, and share its limits. Set it to the address of the proxy, such as loopback.',
    ],
    [
      publicOrigin.startsWith('http:') && isReal,
      `PUBLIC_ORIGIN is ${publicOrigin}: passwords cross the net for everybody to read. Put a proxy with TLS in front, and set PUBLIC_ORIGIN to its https:// address.`,
    ],
    [
      isReal && /^[sr]k_test_/.test(stripeSecretKey ?? ''),
      'STRIPE_SECRET_KEY is a test key: no money moves, and any test card buys. Set the live one before you open.',
    ],
    [
      !s3 && ofBucket.length > 0,
      `${ofBucket.join(', ')}: not used without S3_BUCKET, pictures are kept in DATA_DIR. Set it, or leave them out.`,
    ],
  ]
  return [...warnings.flatMap(([holds, sentence]) => (holds ? [sentence] : [])), ...lookalikeSettings(env)]
}
