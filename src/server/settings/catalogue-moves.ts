import type { Catalogue, CategorySetting } from '#domain/settings/catalogue.ts'
import { catalogueLimits } from '#domain/settings/catalogue.ts'
import { wrongField } from '../lib/errors.ts'
import type { Move, MovedField } from '../products/choice-queries.ts'

/** For each item that is removed the id of the one where its goods go. */
export type Targets = Record<string, string>

/** The field of a removed item's target, at which a form shows an error. */
export const targetField = (removed: string) => `targets.${removed}`

export interface CatalogueChange {
  /** The lists with the former addresses of what was moved. */
  value: Catalogue
  moves: Move[]
  /** What is no longer there, and says nothing of its goods. */
  removed: { id: string; field: MovedField; value: string; name: string }[]
}

/**
 * Finds out what a change of the categories and colors makes of the goods: an item that has another address or name takes its
 * goods along.
 * @throws ShopError 400 when goods go to what is not there
 */
export function changeCatalogue(before: Catalogue, after: Catalogue, targets: Targets): CatalogueChange {
  const categories = compare('category', before.categories.map(asChoice), after.categories.map(asChoice), targets)
  const colors = compare('color', before.colors.map(asColor), after.colors.map(asColor), targets)
  return {
    value: { ...after, categories: after.categories.map(each => withFormer(each, after, categories.moves)) },
    moves: [...categories.moves, ...colors.moves],
    removed: [...categories.removed, ...colors.removed],
  }
}

interface Choice {
  id: string
  /** As products name it. */
  value: string
  name: string
}

const asChoice = ({ id, address, name }: CategorySetting): Choice => ({ id, value: address, name })
const asColor = ({ id, name }: { id: string; name: string }): Choice => ({ id, value: name, name })

function compare(field: MovedField, before: Choice[], after: Choice[], targets: Targets) {
  const moves: Move[] = []
  const removed: CatalogueChange['removed'] = []
  for (const { id, value, name } of before) {
    const same = after.find(each => each.id === id)
    const target = same ?? after.find(each => each.id === targets[id])
    if (!same && targets[id] !== undefined && !target)
      throw wrongField(targetField(id), `Where the pieces of ${name} go is not there.`)
    if (target && target.value !== value) moves.push({ field, from: value, to: target.value })
    else if (!target && !after.some(each => each.value === value)) removed.push({ id, field, value, name })
  }
  return { moves, removed }
}

/** Adds the addresses whose goods a category got to those that lead to it. */
function withFormer(category: CategorySetting, { categories }: Catalogue, moves: Move[]): CategorySetting {
  const gained = moves.filter(({ to }) => to === category.address).map(({ from }) => from)
  const free = gained.filter(old => !categories.some(({ address }) => address === old))
  return { ...category, former: [...new Set([...free, ...category.former])].slice(0, catalogueLimits.former) }
}
