import { formatCents } from '#domain/money.ts'
import { readSchedule } from '#domain/products/fields/schedule-fields.ts'
import type { ScheduleTexts } from './field-of.ts'

const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** A moment as the owner reads it, in the time zone of this browser. */
export const momentInWords = (moment: Date | string): string => format.format(new Date(moment))

/** What visitors will see once a form is saved. */
export function visibilityInWords(texts: ScheduleTexts, now: Date): string {
  const { status, visibleFrom, visibleUntil } = readSchedule(texts).fields
  if (status === 'draft') return 'Visitors cannot see this piece: it is a draft.'
  if (status === 'hidden') return 'Visitors cannot see this piece: it is hidden.'
  if (visibleUntil && visibleUntil <= now)
    return `Visitors no longer see this piece since ${momentInWords(visibleUntil)}.`
  const until = visibleUntil ? ` until ${momentInWords(visibleUntil)}` : ''
  return visibleFrom && visibleFrom > now
    ? `Visitors will see this piece from ${momentInWords(visibleFrom)}${until}.`
    : `Visitors see this piece${until}.`
}

/** What visitors will pay in the sale of a form; undefined without one. */
export function saleInWords(texts: ScheduleTexts, now: Date): string | undefined {
  const { salePriceCents, saleFrom, saleUntil } = readSchedule(texts).fields
  if (!salePriceCents) return undefined
  const from = saleFrom && saleFrom > now ? `from ${momentInWords(saleFrom)}` : 'from now on'
  const until = saleUntil ? ` until ${momentInWords(saleUntil)}` : ''
  return `Visitors pay ${formatCents(salePriceCents)} ${from}${until}. Beside it they see, struck through, the lowest price of the 30 days before the sale, if that is higher. A piece that was not on sale before, or not at a higher price, shows no such price and does not count as reduced.`
}
