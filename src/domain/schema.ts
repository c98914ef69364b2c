import { Type } from 'typebox'

/** One of these words. */
export const literals = <T extends string>(values: readonly T[]) => Type.Unsafe<T>(Type.String({ enum: [...values] }))
