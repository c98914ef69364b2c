/** What the shop does by itself every night. */
export const jobKinds = ['backup', 'drill', 'check'] as const
export type JobKind = (typeof jobKinds)[number]
