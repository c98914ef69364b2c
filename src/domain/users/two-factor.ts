import { type Static, Type } from 'typebox'

/** How many recovery codes somebody gets at a time. */
export const recoveryCodeCount = 10

/** Whether logging in to an account takes a code beside the password. */
export const SecondFactor = Type.Object({
  isOn: Type.Boolean(),
  since: Type.Union([Type.String(), Type.Null()], { description: 'When it was turned on' }),
  codesLeft: Type.Integer({ description: 'Recovery codes that were not used yet' }),
})
export type SecondFactor = Static<typeof SecondFactor>

/** What an authenticator app needs, three times: to be typed, to be opened on the same phone, to be scanned. */
export const SecondFactorKey = Type.Object({
  secret: Type.String({ description: 'In base32' }),
  uri: Type.String({ description: 'otpauth://totp/...' }),
  qr: Type.String({ description: 'The same address as a QR code: black modules of an SVG without a background' }),
})
export type SecondFactorKey = Static<typeof SecondFactorKey>

/** Recovery codes, shown this once. */
export const RecoveryCodes = Type.Object({ codes: Type.Array(Type.String()) })
export type RecoveryCodes = Static<typeof RecoveryCodes>

/** The one form of a code that people type with spaces or dashes, in whatever case; empty when nothing was typed. */
export const normaliseCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')

/** Whether this is what an authenticator app shows, as opposed to a recovery code. */
export const isAppCode = (code: string): boolean => /^[0-9]{6}$/.test(code)
