import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { isUuid } from '#domain/ids.ts'
import { maxWishlist, readProductIds } from '#domain/products/wishlist.ts'
import type { Db } from '../db/connection.ts'
import { callerOf } from '../http/access.ts'
import { Ok, ok } from '../http/envelope.ts'
import type { Clock } from '../lib/clock.ts'
import { conflict, notFound } from '../lib/errors.ts'
import { addToWishlist, findWishlist, lockWishlist, mergeIntoWishlist, removeFromWishlist } from './queries.ts'

const signedIn = { access: 'signed-in' } as const
const ById = Type.Object({ productId: Type.String() })
const Saved = Ok(Type.Object({ productIds: Type.Array(Type.String(), { description: 'The last saved one first' }) }))
const Nothing = Ok(Type.Null())

const getWishlist = { summary: 'The products that you have saved', response: { 200: Saved } }
const putItem = {
  summary: `Save a product to your wishlist, which holds ${maxWishlist}`,
  params: ById,
  response: { 200: Nothing },
}
const deleteItem = { summary: 'Remove a product from your wishlist', params: ById, response: { 200: Nothing } }
const postMerge = {
  summary: `Add what a browser has saved to your wishlist; the newest ${maxWishlist} stay`,
  body: Type.Object({
    productIds: Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: maxWishlist,
      description: 'The last saved one first; unknown ones are ignored',
    }),
  }),
  response: { 200: Saved },
}

/** `/api/wishlist`: the products that the signed-in user has saved. */
export const wishlistRoutes: FastifyPluginAsyncTypebox<{ db: Db; clock: Clock }> = async (app, { db, clock }) => {
  app.get('/', { schema: getWishlist, config: signedIn }, async request =>
    ok({ productIds: await findWishlist(db, callerOf(request).id) }),
  )

  app.put('/:productId', { schema: putItem, config: signedIn }, async request => {
    const { id } = callerOf(request)
    const { productId } = request.params
    if (!isUuid(productId)) throw notFound('Product')
    await db.transaction().execute(async tx => {
      await lockWishlist(tx, id)
      const shown = tx.selectFrom('product').select('id').where('id', '=', productId).where('is_draft', '=', false)
      if (!(await shown.executeTakeFirst())) throw notFound('Product')
      if (!(await addToWishlist(tx, id, productId, clock.now())))
        throw conflict(`Your wishlist is full: it holds ${maxWishlist} pieces. Remove one to save another.`)
    })
    return ok(null)
  })

  app.delete('/:productId', { schema: deleteItem, config: signedIn }, async request => {
    const { productId } = request.params
    if (!isUuid(productId)) throw notFound('Product')
    await removeFromWishlist(db, callerOf(request).id, productId)
    return ok(null)
  })

  app.post('/merge', { schema: postMerge, config: signedIn }, async request => {
    const { id } = callerOf(request)
    const productIds = readProductIds(request.body.productIds)
    await db.transaction().execute(async tx => {
      await lockWishlist(tx, id)
      await mergeIntoWishlist(tx, id, productIds, clock.now())
    })
    return ok({ productIds: await findWishlist(db, id) })
  })
}
