const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** The day on which a review or its answer was written, in UTC, so that the server and every browser show the same. */
export const WrittenOn = ({ at }: { at: string }) => <time dateTime={at}>{day.format(new Date(at))}</time>
