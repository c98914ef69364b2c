import { type TSchema, Type } from 'typebox'

/** The envelope of every successful response: `{ success, message, data }`. */
export const ok = <Data>(data: Data, message = 'OK') => ({ success: true as const, message, data })

/** The response schema of an enveloped response. A field that it does not name never leaves the server. */
export const Ok = <Data extends TSchema>(data: Data) =>
  Type.Object({ success: Type.Literal(true), message: Type.String(), data })
