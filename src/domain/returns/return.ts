/** Why a piece comes back. */
export const returnReasons = ['too small', 'too large', 'look', 'quality', 'faulty', 'late', 'other'] as const
export type ReturnReason = (typeof returnReasons)[number]
