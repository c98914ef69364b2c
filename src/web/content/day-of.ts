const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** The day of publication, formatted. */
export const dayOf = (date: string): string => day.format(new Date(date))
