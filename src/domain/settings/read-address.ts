import { fieldsOf } from './fields.ts'
import { settingsLimits as max } from './section.ts'

/** The lines of the address of a section; empty ones are left out. @throws FieldError */
export function readAddressLines(sent: unknown): string[] {
  const { list } = fieldsOf(sent)
  const lines = list('address', 'Lines of an address', max.addressLines, (item, place) =>
    fieldsOf({ line: item }, place).text('line', 'A line of the address', max.addressLine),
  )
  return lines.filter(line => line !== '')
}
