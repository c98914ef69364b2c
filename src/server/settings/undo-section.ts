import type { Catalogue } from '#domain/settings/catalogue.ts'
import type { Section } from '#domain/settings/section.ts'
import { sections } from '#domain/settings/section.ts'
import type { Tx } from '../db/connection.ts'
import { moveDiscountCodesBack } from '../discounts/queries.ts'
import { conflict } from '../lib/errors.ts'
import { countUses, moveProductsBack } from '../products/choice-queries.ts'
import { changeCatalogue } from './catalogue-moves.ts'
import { changedWords } from './changed-words.ts'
import { refuseBrokenRules } from './collection-rules.ts'
import { refuseFixedCurrency } from './currency.ts'
import { moveListsBack, type WithMovedLists } from './move-lists.ts'
import { lockPictures, lockSection, writeSection } from './section-queries.ts'

/**
 * Undoes a change to a section of the settings: it is as before the change, unless it was changed again.
 * @returns what changes by it, for the audit
 * @throws ShopError 409 when it was changed since, goods have a category or color that would go, or the currency is fixed by now
 */
export async function undoSection(tx: Tx, auditId: string, at: Date) {
  const change = await tx
    .selectFrom('shop_setting_change')
    .select(['section', 'before', 'version'])
    .where('audit_id', '=', auditId)
    .executeTakeFirst()
  const name = sections.find(each => each === change?.section) as Section
  if (!change || !name) throw conflict('What this was before is not known any more.')
  const { movedLists, ...before } = change.before as WithMovedLists
  const current = await lockSection(tx, name)
  if (current.version !== change.version) throw conflict('These settings were changed since.')
  await refuseFixedCurrency(tx, { [name]: before }, { [name]: current.value })
  await lockPictures(tx, before)
  await writeSection(tx, { name, value: before, version: current.version + 1, at })
  await refuseBrokenRules(tx, { [name]: before })
  if (name === 'catalogue') {
    const back = changeCatalogue(current.value as Catalogue, before as Catalogue, {})
    await moveProductsBack(tx, auditId)
    await moveDiscountCodesBack(tx, auditId, back.moves)
    await moveListsBack(tx, { movedLists }, back.moves, at)
    await refuseLost(tx, current.value as Catalogue, before as Catalogue)
  }
  return await changedWords(tx, current.value, before)
}

/** @throws ShopError 409 when goods have what was added by the change that is undone */
async function refuseLost(tx: Tx, now: Catalogue, before: Catalogue): Promise<void> {
  const categories = now.categories
    .map(({ address }) => address)
    .filter(each => !before.categories.some(({ address }) => address === each))
  const colors = now.colors.map(({ name }) => name).filter(each => !before.colors.some(({ name }) => name === each))
  for (const [field, values] of [
    ['category', categories],
    ['color', colors],
  ] as const) {
    const [used] = await countUses(tx, field, values)
    if (used) throw conflict(`There are pieces of the ${field} ${used[0]} by now: move them first.`)
  }
}
