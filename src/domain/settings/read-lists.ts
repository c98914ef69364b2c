import { fieldsOf } from './fields.ts'
import { type Lists, listLimits } from './lists.ts'
import { refuseTwice } from './read-catalogue.ts'

/** @throws FieldError for the first field that cannot be used */
export function readLists(sent: unknown): Lists {
  const ofProducts = fieldsOf(sent).list('ofProducts', 'Lists', listLimits.lists, (item, place) => {
    const { text, fail } = fieldsOf(item, place)
    const filters = text('filters', 'The filters of a list', listLimits.filters)
    if (!/^[\w%&=+.~*-]*$/.test(filters))
      fail('filters', 'The filters of a list are written as in its address, after the question mark.')
    return { name: text('name', 'The name of a list', listLimits.name, { isNeeded: true }), filters }
  })
  refuseTwice(ofProducts, 'ofProducts', 'name', ({ name }) => `There are two lists called ${name}.`)
  return { ofProducts }
}
