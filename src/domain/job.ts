/** The nightly jobs; `base` copies the database's files into the archive. */
export const jobKinds = ['backup', 'drill', 'check', 'base'] as const
export type JobKind = (typeof jobKinds)[number]
