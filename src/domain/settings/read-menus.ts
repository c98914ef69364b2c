import { fieldsOf } from './fields.ts'
import { refuseTwice } from './read-catalogue.ts'
import { type Menus, settingsLimits as max } from './section.ts'

/** @throws FieldError for the first field that cannot be used */
export function readMenus(sent: unknown): Menus {
  const { list, fail, value } = fieldsOf(sent)
  const header = list('header', 'Links at the top', max.headerLinks, (item, place) =>
    readLink(item, place, max.headerLabel),
  )
  if (header.map(({ label }) => label).join('').length > max.headerLabels)
    fail('header', `The links at the top have room for ${max.headerLabels} characters together.`)
  refuseTwice(header, 'header', 'link', ({ link }) => `Two links at the top lead to ${link}.`)
  const footer = list('footer', 'Columns at the end', max.columns, (item, place) => {
    const { value, text, list } = fieldsOf(item, place)
    const links = list('links', 'Links of a column', max.columnLinks, (each, at) => readLink(each, at, max.label))
    refuseTwice(links, `${place}.links`, 'link', ({ link }) => `Two links of a column lead to ${link}.`)
    return {
      title: text('title', 'The title of a column', max.columnTitle, { isNeeded: true }),
      links,
      hasCategories: value('hasCategories') === true,
    }
  })
  refuseTwice(footer, 'footer', 'title', ({ title }) => `There are two columns called ${title}.`)
  return { header, footer, ...(value('hidesPictures') === true && { hidesPictures: true }) }
}

function readLink(item: unknown, place: string, maxLabel: number): Menus['header'][number] {
  const { text, link } = fieldsOf(item, place)
  return {
    label: text('label', 'The label of a link', maxLabel, { isNeeded: true }),
    link: link('link', 'The link', { isNeeded: true }),
  }
}
