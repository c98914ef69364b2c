import type { Tx } from '../db/connection.ts'
import { conflict } from '../lib/errors.ts'
import { refuseGoneChoices } from '../products/choice-queries.ts'
import { lockStyle } from '../products/style-queries.ts'
import { holdChoices } from '../settings/queries.ts'

/**
 * Brings a deleted product back, on sale or as the draft that it was.
 * @throws ShopError 409 when it is not deleted, its style has got its color since, or its category or color is not there any more
 */
export async function restoreProduct(tx: Tx, id: string, { isDraft }: { isDraft: boolean }): Promise<void> {
  const choices = await holdChoices(tx)
  const product = await tx
    .updateTable('product')
    .set(isDraft ? { is_draft: true } : { deleted_at: null })
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .where('is_draft', '=', false)
    .returning(['id', 'color', 'shade', 'style_id'])
    .executeTakeFirst()
  if (!product) throw conflict('This is not deleted any more.')
  await refuseGoneChoices(tx, choices, { id })
  if (!product.style_id) return
  const { error } = await lockStyle(tx, product.style_id, product)
  if (error !== undefined) throw conflict(error)
}
