import type { FieldWarning } from '#domain/content/field-warning.ts'
import type { Catalogue } from '#domain/settings/catalogue.ts'
import type { Tx } from '../db/connection.ts'
import { codesOfCategories } from '../discounts/queries.ts'
import type { CatalogueChange, Targets } from './catalogue-moves.ts'
import { readSettings } from './queries.ts'

interface Changed {
  before: Catalogue
  change: CatalogueChange
  targets: Targets
}

/** A sentence about each thing outside the catalogue that a removed category changes: discount codes, and whether pieces may be sent back. */
export async function warnOfCatalogue(tx: Tx, { before, change, targets }: Changed): Promise<FieldWarning[]> {
  const gone = change.removed.filter(({ field }) => field === 'category').map(({ value }) => value)
  const codes = await codesOfCategories(tx, gone)
  const messages = [
    ...codes.map(code => `Nobody can use the discount code ${code} any more: its category is gone.`),
    ...(await sentencesOfReturns(tx, before, change.value, targets)),
  ]
  return messages.map(message => ({ field: '', value: '', message }))
}

/** About each removed category whose pieces go where another rule says whether they may be sent back. */
async function sentencesOfReturns(tx: Tx, before: Catalogue, after: Catalogue, targets: Targets): Promise<string[]> {
  const moved = before.categories.flatMap(({ id, name }) => {
    const target = after.categories.find(each => each.id === targets[id])
    return target && !after.categories.some(each => each.id === id) ? [{ id, name, target }] : []
  })
  if (moved.length === 0) return []
  const { exempt } = (await readSettings(tx, 'returns')).returns
  return moved.flatMap(({ id, name, target }) => {
    if (exempt.includes(id) === exempt.includes(target.id)) return []
    const change = exempt.includes(id) ? 'can be sent back now' : 'cannot be sent back any more'
    return `The pieces of ${name} ${change}, like all of ${target.name}: Settings, Returns says which categories cannot.`
  })
}
