import { Secret, TOTP } from 'otpauth'
import { encodeQR } from 'qr'
import type { SecondFactorKey } from '#domain/users/two-factor.ts'

/** The parameters that every authenticator app supports; some apps support no others. */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 }

/** 160 random bits in base32, the length that RFC 4226 recommends. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/** A secret in the forms that authenticator apps import. They list the account under `issuer` and `label`. */
export function keyOf(secret: string, { issuer, label }: { issuer: string; label: string }): SecondFactorKey {
  const uri = new TOTP({ ...shape, secret, issuer, label }).toString()
  return { secret, uri, qr: encodeQR(uri, 'svg', { border: 4 }) } // the quiet zone that ISO/IEC 18004 requires
}

/**
 * Finds the 30-second step, counted since 1970, that this code belongs to. It may be the current one, or the one before or
 * after it, because a phone's clock may be that far off (RFC 6238, 5.2). Undefined when the code belongs to none of them.
 */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = +now
  const delta = TOTP.validate({ ...shape, secret: Secret.fromBase32(secret), token: code, timestamp, window: 1 })
  return delta === null ? undefined : TOTP.counter({ ...shape, timestamp }) + delta
}
