import type { FieldWarning } from '../content/field-warning.ts'

/**
 * A sentence about the end of each part of a section that has passed, so that the part is not shown. Nothing is said of a part that is
 * as it was: it may wait for the next season.
 */
export function endedPeriods(value: object, earlier: object, at: Date): FieldWarning[] {
  const known = new Set(periodsOf(earlier).map(({ item }) => item))
  return periodsOf(value)
    .filter(({ item, until }) => new Date(until) <= at && !known.has(item))
    .map(({ place, until }) => ({
      field: place ? `${place}.until` : 'until',
      value: until,
      message: 'This end has passed, so it is not shown any more.',
    }))
}

interface Period {
  place: string
  until: string
  /** The part with its end as text, in one order of its fields. */
  item: string
}

const periodsOf = (value: object, place = ''): Period[] => [
  ...('until' in value && typeof value.until === 'string'
    ? [{ place, until: value.until, item: JSON.stringify(Object.entries(value).sort()) }]
    : []),
  ...Object.entries(value).flatMap(([name, each]) =>
    typeof each === 'object' && each !== null ? periodsOf(each, place ? `${place}.${name}` : name) : [],
  ),
]
