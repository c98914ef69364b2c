import type { Db, Tx } from '../db/connection.ts'
import type { Clock, Ids } from '../lib/clock.ts'
import { queueReturnEmail } from '../mail/queue.ts'
import { releaseSwap, withLockedStock } from '../stock/swaps.ts'
import { type LockedReturn, lockReturn } from './lock-return.ts'

/** Ends the swaps of a return that are open: what they held is free, and their lines are returned for money. */
export async function endSwaps(tx: Tx, { id, lines }: LockedReturn, at: Date): Promise<boolean> {
  const open = lines.filter(({ swap_state }) => swap_state === 'held' || swap_state === 'uncounted')
  const held = open.flatMap(({ swap_variant_id, swap_state, quantity }) =>
    swap_variant_id && swap_state === 'held' ? { returnId: id, variantId: swap_variant_id, quantity } : [],
  )
  await withLockedStock(
    tx,
    held.map(({ variantId }) => variantId),
    async () => {
      for (const swap of held) await releaseSwap(tx, swap, at)
    },
  )
  await tx
    .updateTable('return_line')
    .set({ swap_state: 'ended' })
    .where('return_id', '=', id)
    .where('swap_state', 'in', ['held', 'uncounted'])
    .execute()
  await tx.updateTable('return').set({ held_until: null }).where('id', '=', id).execute()
  return open.length > 0
}

interface Context {
  db: Db
  clock: Clock
  ids: Ids
}

/** Ends the swaps whose goods did not arrive in time, and tells their buyers. Any number of processes may run it at the same time. */
export async function endOldSwaps(context: Context): Promise<void> {
  const { db, clock } = context
  const due = await db.selectFrom('return').select('id').where('held_until', '<=', clock.now()).execute()
  for (const { id } of due)
    await db.transaction().execute(async tx => {
      const locked = await lockReturn(tx, id)
      if (!locked.held_until || locked.held_until > clock.now()) return
      if ((await endSwaps(tx, locked, clock.now())) && !(await isPaidBack(tx, id)))
        await queueReturnEmail(tx, 'swap-ended', id, context)
    })
}

/** The e-mail would promise the money once more. */
const isPaidBack = async (tx: Tx, id: string) =>
  (await tx
    .selectFrom('refund')
    .select('id')
    .where('return_id', '=', id)
    .where('state', '=', 'done')
    .executeTakeFirst()) !== undefined
