import { type Static, Type } from 'typebox'

/** The number of recovery codes that the server creates at a time. */
export const recoveryCodeCount = 10

/** Whether logging in to an account requires a code besides the password. */
export const SecondFactor = Type.Object({
  isOn: Type.Boolean(),
  since: Type.Union([Type.String(), Type.Null()], { description: 'When it was turned on' }),
  codesLeft: Type.Integer({ description: 'Recovery codes that were not used yet' }),
})
export type SecondFactor = Static<typeof SecondFactor>

/** The key for an authenticator app in three forms: to type, to open on the same phone, to scan. */
export const SecondFactorKey = Type.Object({
  secret: Type.String({ description: 'In base32' }),
  uri: Type.String({ description: 'otpauth://totp/...' }),
  qr: Type.String({ description: 'The same address as a QR code: black modules of an SVG without a background' }),
})
export type SecondFactorKey = Static<typeof SecondFactorKey>

/** Recovery codes, shown only once. */
export const RecoveryCodes = Type.Object({ codes: Type.Array(Type.String()) })
export type RecoveryCodes = Static<typeof RecoveryCodes>

/** One form for codes that people type with spaces or dashes, in any case; empty if nothing was typed. */
export const normaliseCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')

/** Whether this is a code of an authenticator app, as opposed to a recovery code. */
export const isAppCode = (code: string): boolean => /^[0-9]{6}$/.test(code)
