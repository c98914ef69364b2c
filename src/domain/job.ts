/** What the shop does by itself every night. */
export const choreKinds = ['backup', 'drill', 'check'] as const
export type ChoreKind = (typeof choreKinds)[number]
