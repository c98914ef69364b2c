import { Type } from 'typebox'

/** A schema for one of several strings. */
export const literals = <T extends string>(values: readonly T[]) => Type.Unsafe<T>(Type.String({ enum: [...values] }))
