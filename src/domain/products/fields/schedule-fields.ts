import { type Status, statuses } from '../schedule.ts'
import { readPrice } from './product-fields.ts'

/** The schedule of a product as its admin sets it. Prices in integer cents; null empties a field. */
export interface ScheduleFields {
  status: Status
  visibleFrom: Date | null
  visibleUntil: Date | null
  salePriceCents: number | null
  /** Null: from now on. */
  saleFrom: Date | null
  /** Null: until an admin ends it. */
  saleUntil: Date | null
}

/** The field names in forms and calls. */
export const scheduleNames = ['status', 'visibleFrom', 'visibleUntil', 'salePrice', 'saleFrom', 'saleUntil'] as const
export type ScheduleName = (typeof scheduleNames)[number]
export type ScheduleErrors = Partial<Record<ScheduleName, string>>

/**
 * Reads the schedule of a product that was sent; what was not sent is left out. Never throws: an invalid value becomes an error of
 * its field.
 */
export function readSchedule(sent: Partial<Record<ScheduleName, unknown>>): {
  fields: Partial<ScheduleFields>
  fieldErrors: ScheduleErrors
} {
  const fields: Partial<ScheduleFields> = {}
  const fieldErrors: ScheduleErrors = {}
  for (const name of scheduleNames) {
    if (sent[name] === undefined) continue
    const { error, ...read } = readers[name](sent[name])
    if (error) fieldErrors[name] = error
    else Object.assign(fields, read)
  }
  return { fields, fieldErrors: { ...scheduleErrors(fields), ...fieldErrors } }
}

/** What contradicts itself in a schedule; `priceCents` is the price outside the sale. */
export function scheduleErrors({
  visibleFrom,
  visibleUntil,
  salePriceCents,
  saleFrom,
  saleUntil,
  priceCents,
}: Partial<ScheduleFields> & { priceCents?: number }): ScheduleErrors {
  const errors: ScheduleErrors = {}
  if (visibleFrom && visibleUntil && visibleUntil <= visibleFrom)
    errors.visibleUntil = 'The piece would go before it comes: its end must be after its beginning.'
  if (saleFrom && saleUntil && saleUntil <= saleFrom)
    errors.saleUntil = 'The sale would end before it begins: its end must be after its beginning.'
  if (salePriceCents === null && (saleFrom || saleUntil)) errors.salePrice = 'A sale needs a sale price.'
  if (salePriceCents && priceCents !== undefined && salePriceCents >= priceCents)
    errors.salePrice = 'The sale price must be below the price.'
  return errors
}

type Reading = Partial<ScheduleFields> & { error?: string }

const readers: Record<ScheduleName, (value: unknown) => Reading> = {
  status: value => {
    const status = statuses.find(known => typeof value === 'string' && known === value.trim().toLowerCase())
    return status ? { status } : { error: `The status must be one of ${statuses.join(', ')}.` }
  },
  visibleFrom: value => readTime(value, 'Visible from', visibleFrom => ({ visibleFrom })),
  visibleUntil: value => readTime(value, 'Visible until', visibleUntil => ({ visibleUntil })),
  salePrice: value => {
    if (isEmpty(value)) return { salePriceCents: null }
    const { error, priceCents } = readPrice(value, 'The sale price', cents => ({ priceCents: cents }))
    return error ? { error } : { salePriceCents: priceCents }
  },
  saleFrom: value => readTime(value, 'The beginning of the sale', saleFrom => ({ saleFrom })),
  saleUntil: value => readTime(value, 'The end of the sale', saleUntil => ({ saleUntil })),
}

const isEmpty = (value: unknown) => value === null || (typeof value === 'string' && value.trim() === '')

const isoTime = /^20\d\d-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

function readTime(value: unknown, label: string, toFields: (time: Date | null) => Reading): Reading {
  if (isEmpty(value)) return toFields(null)
  const text = typeof value === 'string' ? value.trim() : ''
  const time = new Date(isoTime.test(text) ? text : Number.NaN)
  return Number.isNaN(+time)
    ? { error: `${label} must be a time with its zone, like 2026-12-01T09:00:00Z.` }
    : toFields(time)
}
