import { type Static, Type } from 'typebox'

/** A request to be told when a size can be bought again. */
export const PostAlert = Type.Object({
  variantId: Type.String({ maxLength: 100 }),
  email: Type.String({ maxLength: 1000 }),
  visit: Type.Optional(Type.String({ maxLength: 100, description: 'As in `POST /api/stock/wanted`' })),
})
export type PostAlert = Static<typeof PostAlert>

/** The answer to every request, whether the address is known, has asked before, or too often. */
export const alertWords =
  'Please look into your mailbox: we have sent you an e-mail with a button that confirms it. Then we write once, when it is back.'
