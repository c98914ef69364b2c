import { fieldsOf } from './fields.ts'
import { type Menus, settingsLimits as max } from './section.ts'

/** @throws FieldError for the first field that cannot be used */
export function readMenus(sent: unknown): Menus {
  const { list, fail } = fieldsOf(sent)
  const header = list('header', 'Links at the top', max.headerLinks, (item, place) =>
    readLink(item, place, max.headerLabel),
  )
  if (header.map(({ label }) => label).join('').length > max.headerLabels)
    fail('header', `The links at the top have room for ${max.headerLabels} letters together.`)
  return {
    header,
    footer: list('footer', 'Columns at the end', max.columns, (item, place) => {
      const { value, text, list } = fieldsOf(item, place)
      return {
        title: text('title', 'The title of a column', max.columnTitle, { isNeeded: true }),
        links: list('links', 'Links of a column', max.columnLinks, (each, at) => readLink(each, at, max.label)),
        hasCategories: value('hasCategories') === true,
      }
    }),
  }
}

function readLink(item: unknown, place: string, maxLabel: number): Menus['header'][number] {
  const { text, link } = fieldsOf(item, place)
  return {
    label: text('label', 'The label of a link', maxLabel, { isNeeded: true }),
    link: link('link', 'The link', { isNeeded: true }),
  }
}
