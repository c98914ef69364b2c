import type { Settings } from '#domain/settings/section.ts'
import type { Tx } from '../db/connection.ts'
import { conflict } from '../lib/errors.ts'
import { readSettings } from './queries.ts'

/**
 * Checks that the rules of collections name categories and colors that are there.
 * @param changed the section that is about to change; the other one is read, and stays until the transaction ends
 * @throws ShopError 409 naming the collection and what it lacks
 */
export async function refuseBrokenRules(tx: Tx, changed: Partial<Settings>): Promise<void> {
  if (!changed.catalogue && !changed.collections) return
  const other = changed.catalogue ? 'collections' : 'catalogue'
  await tx.selectFrom('shop_setting').select('id').where('section', '=', other).forShare().execute()
  const { catalogue, collections } = { ...(await readSettings(tx, 'catalogue', 'collections')), ...changed }
  for (const { name, rule } of collections.items) {
    const lacksCategory = rule.category !== '' && !catalogue.categories.some(({ id }) => id === rule.category)
    const lacksColor = rule.color !== '' && !catalogue.colors.some(({ id }) => id === rule.color)
    if (lacksCategory || lacksColor)
      throw conflict(
        `The collection ${name} is made of a ${lacksCategory ? 'category' : 'color'} that is not there: change its rule first.`,
      )
  }
}
