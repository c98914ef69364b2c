/** The nightly jobs. */
export const jobKinds = ['backup', 'drill', 'check'] as const
export type JobKind = (typeof jobKinds)[number]
