import { useSyncExternalStore } from 'react'

const style = { dateStyle: 'medium', timeStyle: 'short' } as const
const here = new Intl.DateTimeFormat('en-US', style)
const utc = new Intl.DateTimeFormat('en-US', { ...style, timeZone: 'UTC' })

const never = () => () => {}

/** A time by the visitor's own clock; the server, which does not know it, writes UTC. `at` is an ISO time. */
export function LocalTime({ at }: { at: string }) {
  const format = useSyncExternalStore(
    never,
    () => here,
    () => utc,
  )
  return <time dateTime={at}>{format.format(new Date(at))}</time>
}
