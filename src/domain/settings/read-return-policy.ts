import { catalogueLimits } from './catalogue.ts'
import { fieldsOf } from './fields.ts'
import { readAddressLines } from './read-address.ts'
import type { ReturnPolicy } from './section.ts'

const maxDays = 365

/** @throws FieldError for the first field that cannot be used */
export function readReturnPolicy(sent: unknown): ReturnPolicy {
  const { value, list, link, fail } = fieldsOf(sent)
  const days = value('days')
  if (typeof days !== 'number' || !Number.isInteger(days) || days < 0 || days > maxDays)
    return fail('days', `Days must be a whole number from 0 to ${maxDays}.`)
  const payer = value('payer')
  if (payer !== 'shop' && payer !== 'buyer') return fail('payer', 'Say who pays the way back.')
  const exempt = list('exempt', 'Categories', catalogueLimits.categories, id =>
    typeof id === 'string' && id.length <= 60 ? id : fail('exempt', 'Choose categories of the shop.'),
  )
  return {
    days: days || 0,
    payer,
    exempt: [...new Set(exempt)],
    address: readAddressLines(sent),
    labelLink: link('labelLink', 'The link to a label'),
  }
}
