import { Secret, TOTP } from 'otpauth'
import { encodeQR } from 'qr'
import type { SecondFactorKey } from '#domain/users/two-factor.ts'

/** What every authenticator app can do, and some can do nothing else. */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 }

/** 160 random bits in base32, the length that RFC 4226 asks for. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/** A secret as an authenticator app takes it. `issuer` and `label` are the names under which it lists the account. */
export function keyOf(secret: string, { issuer, label }: { issuer: string; label: string }): SecondFactorKey {
  const uri = new TOTP({ ...shape, secret, issuer, label }).toString()
  return { secret, uri, qr: encodeQR(uri, 'svg', { border: 4 }) } // the quiet zone that ISO/IEC 18004 asks for
}

/**
 * Of which 30 seconds, counted since 1970, this is the code: these, or those before or after them, for a phone's clock may be
 * that much off (RFC 6238, 5.2). Undefined when it is none of theirs.
 */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = +now
  const delta = TOTP.validate({ ...shape, secret: Secret.fromBase32(secret), token: code, timestamp, window: 1 })
  return delta === null ? undefined : TOTP.counter({ ...shape, timestamp }) + delta
}
