import { type Static, Type } from 'typebox'

export const listLimits = { lists: 20, name: 40, filters: 300 } as const

/** The lists of the dashboard that admins open often. */
export const Lists = Type.Object({
  ofProducts: Type.Array(
    Type.Object({
      name: Type.String(),
      /** As in the address of the list, such as `visibility=draft&sort=name`. */
      filters: Type.String(),
    }),
  ),
})
export type Lists = Static<typeof Lists>
