import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/connection.ts'

/** The products that an admin edits: on sale, or only off sale. */
export const isOnSaleOrDraft: RawBuilder<boolean> = sql<boolean>`(product.deleted_at is null or product.is_draft)`

/** Locks products that are on sale or drafts, in the order of their ids, so that two changes never wait for each other. */
export const lockProducts = async (tx: Tx, ids: string[]) =>
  ids.length === 0
    ? []
    : await tx
        .selectFrom('product')
        .selectAll()
        .where('id', 'in', ids)
        .where(isOnSaleOrDraft)
        .orderBy('id')
        .forUpdate()
        .execute()
