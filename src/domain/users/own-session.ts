import { type Static, Type } from 'typebox'

/** A session of a user. Times are ISO. */
export const OwnSession = Type.Object({
  _id: Type.String({ description: 'To end it by; no part of its token' }),
  startedAt: Type.String(),
  lastSeenAt: Type.String({ description: 'Up to a quarter of an hour ago' }),
  browser: Type.String(),
  system: Type.String(),
  isThis: Type.Boolean({ description: 'The session that asks' }),
})
export type OwnSession = Static<typeof OwnSession>
