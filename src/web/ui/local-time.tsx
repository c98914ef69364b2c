import { useSyncExternalStore } from 'react'

const formatsOf = (style: Intl.DateTimeFormatOptions) => ({
  here: new Intl.DateTimeFormat('en-US', style),
  utc: new Intl.DateTimeFormat('en-US', { ...style, timeZone: 'UTC' }),
})
const times = formatsOf({ dateStyle: 'medium', timeStyle: 'short' })
const dates = formatsOf({ dateStyle: 'medium' })

const never = () => () => {}

function useLocal({ here, utc }: typeof times) {
  return useSyncExternalStore(
    never,
    () => here,
    () => utc,
  )
}

/**
 * A time in the visitor's own time zone; the server, which does not know the zone, renders UTC. `at` is an ISO time.
 */
export const LocalTime = ({ at }: { at: string }) => (
  <time dateTime={at} className="[overflow-wrap:normal]">
    {useLocal(times).format(new Date(at))}
  </time>
)

/** The date alone. */
export const LocalDate = ({ at }: { at: string }) => (
  <time dateTime={at} className="[overflow-wrap:normal] sm:whitespace-nowrap">
    {useLocal(dates).format(new Date(at))}
  </time>
)
