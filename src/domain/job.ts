/** The nightly jobs; `base` copies the database's files into the archive, `scrub` reads everything once a month. */
export const jobKinds = ['backup', 'drill', 'check', 'base', 'scrub'] as const
export type JobKind = (typeof jobKinds)[number]
