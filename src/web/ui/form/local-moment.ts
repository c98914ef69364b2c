/** Stands for a date that is typed in part only; the rules of a field refuse it. */
export const unfinishedMoment = 'unfinished'

/** A moment as a `datetime-local` input shows it, in this browser's time zone; empty for none. */
export function localOf(moment: string | null): string {
  const date = new Date(moment ?? '')
  if (Number.isNaN(+date)) return ''
  const pad = (number: number, length = 2) => String(number).padStart(length, '0')
  const day = `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`
}

/** The moment that such an input holds, in UTC. */
export function momentOf({ value, validity }: Pick<HTMLInputElement, 'value' | 'validity'>): string | null {
  if (value === '') return validity.badInput ? unfinishedMoment : null
  const date = new Date(value)
  return Number.isNaN(+date) ? unfinishedMoment : date.toISOString()
}
