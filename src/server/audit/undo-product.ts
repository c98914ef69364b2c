import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'
import { conflict } from '../lib/errors.ts'
import { refuseGoneChoices } from '../products/choice-queries.ts'
import { lockStyle } from '../products/manage/style-queries.ts'
import { applySchedule } from '../products/schedule/schedule-queries.ts'
import { holdChoices } from '../settings/queries.ts'

/**
 * Brings a deleted product back, as its status and schedule say by now, or as the color without a picture that it was.
 * @throws ShopError 409 when it is not deleted, its style has got its color since, or its category or color is not there any more
 */
export async function restoreProduct(tx: Tx, id: string, { isDraft }: { isDraft: boolean }, at: Date): Promise<void> {
  const choices = await holdChoices(tx)
  const product = await tx
    .updateTable('product')
    .set({
      is_draft: true,
      ...(isDraft && {
        // Off sale without a status or a schedule that says so, also when an earlier release has deleted it.
        awaits_picture: sql<boolean>`awaits_picture or (status = 'public' and visible_from is null and visible_until is null)`,
      }),
    })
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .where('is_draft', '=', false)
    .returning(['id', 'color', 'shade', 'style_id'])
    .executeTakeFirst()
  if (!product) throw conflict('This is not deleted any more.')
  await refuseGoneChoices(tx, choices, { ids: [id] })
  await applySchedule(tx, sql`id = ${product.id}`, at)
  if (!product.style_id) return
  const { error } = await lockStyle(tx, product.style_id, product)
  if (error !== undefined) throw conflict(error)
}
