import { type Static, Type } from 'typebox'

/** A review as a product's page shows it. A deleted user's review keeps its place under the name 'Deleted user'. */
export const Review = Type.Object({
  _id: Type.String(),
  comment: Type.String(),
  rating: Type.Integer(),
  userId: Type.Object({ _id: Type.String(), username: Type.String() }),
  productId: Type.String(),
  createdAt: Type.String(),
})
export type Review = Static<typeof Review>
