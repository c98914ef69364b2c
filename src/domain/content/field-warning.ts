import { type Static, Type } from 'typebox'

/** What a save says about a field although it was saved. */
export const FieldWarning = Type.Object({
  field: Type.String({ description: 'Its place, such as `header.0.link`' }),
  /** What the field holds. */
  value: Type.String(),
  message: Type.String(),
})
export type FieldWarning = Static<typeof FieldWarning>
