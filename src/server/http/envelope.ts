import { type TSchema, Type } from 'typebox'

/** The envelope of every success: `{ success, message, data }`. */
export const ok = <Data>(data: Data, message = 'OK') => ({ success: true as const, message, data })

/** The response schema of an enveloped answer. A field it does not name never leaves the server. */
export const Ok = <Data extends TSchema>(data: Data) =>
  Type.Object({ success: Type.Literal(true), message: Type.String(), data })
