import { type Catalogue, type CategorySetting, type ColorSetting, catalogueLimits } from './catalogue.ts'
import { FieldError, fieldsOf } from './fields.ts'

/** @throws FieldError for the first field that cannot be used */
export function readCatalogue(sent: unknown): Catalogue {
  const { list, fail } = fieldsOf(sent)
  const categories = list('categories', 'Categories', catalogueLimits.categories, readCategory)
  const colors = list('colors', 'Colors', catalogueLimits.colors, readColorSetting)
  if (categories.length === 0) fail('categories', 'The shop needs at least one category.')
  if (colors.length === 0) fail('colors', 'The shop needs at least one color.')
  refuseTwice(categories, 'categories', 'name', ({ name }) => `There are two categories called ${name}.`)
  refuseTwice(
    categories,
    'categories',
    'address',
    ({ address }) => `Two categories have the address ${address}: each needs its own.`,
  )
  refuseTwice(colors, 'colors', 'name', ({ name }) => `There are two colors called ${name}.`)
  for (const [name, items] of Object.entries({ categories, colors }))
    refuseTwice<{ id: string }>(items, name, 'id', () => 'Two items have the same id.')
  const addresses = new Set(categories.map(({ address }) => address))
  return {
    categories: categories.map(each => ({ ...each, former: each.former.filter(old => !addresses.has(old)) })),
    colors,
  }
}

function readCategory(item: unknown, place: string): CategorySetting {
  const { text, picture, list, fail } = fieldsOf(item, place)
  const name = text('name', 'The name of a category', catalogueLimits.name, { isNeeded: true })
  const address = text('address', 'The address of a category', catalogueLimits.name, { isNeeded: true }).toLowerCase()
  if (!isAddress(address))
    fail('address', 'An address has letters from a to z, digits and hyphens between them, such as evening-wear.')
  if (address === 'all') fail('address', 'The address "all" stands for all categories: please take another one.')
  return {
    id: readId(item, place),
    ...{ name, address },
    words: text('words', 'The words about a category', catalogueLimits.words),
    picture: picture('picture', 'The picture of a category'),
    former: list('former', 'Former addresses', catalogueLimits.former, (old, at) => {
      const address = fieldsOf({ old }, at).text('old', 'A former address', catalogueLimits.name)
      return isAddress(address) ? address : fail('former', 'A former address is none.')
    }),
  }
}

function readColorSetting(item: unknown, place: string): ColorSetting {
  const { text, fail } = fieldsOf(item, place)
  const name = text('name', 'The name of a color', catalogueLimits.name, { isNeeded: true }).toLowerCase()
  if (name === 'all') fail('name', 'The name "all" stands for all colors: please take another one.')
  if (name.includes(',')) fail('name', 'The name of a color has no comma.')
  const swatch = text('swatch', 'The swatch of a color', 7, { isNeeded: true }).toLowerCase()
  if (!/^#[0-9a-f]{6}$/.test(swatch)) fail('swatch', 'The swatch must be a color such as #6b2d5c.')
  return { id: readId(item, place), name, swatch }
}

export function readId(item: unknown, place: string): string {
  const { text, fail } = fieldsOf(item, place)
  const id = text('id', 'The id', 40, { isNeeded: true })
  return /^[\w-]+$/.test(id) ? id : fail('id', 'The id has letters, digits and hyphens only.')
}

export const isAddress = (text: string) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)

export function refuseTwice<Item>(
  items: Item[],
  list: string,
  field: keyof Item & string,
  sentence: (item: Item) => string,
): void {
  const seen = new Set<string>()
  for (const [index, item] of items.entries()) {
    const value = String(item[field]).toLowerCase()
    if (seen.has(value)) throw new FieldError(`${list}.${index}.${field}`, sentence(item))
    seen.add(value)
  }
}
