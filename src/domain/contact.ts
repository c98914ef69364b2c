import { type Static, Type } from 'typebox'

/** What a visitor wrote to the shop. */
export const ContactMessage = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  subject: Type.String(),
  message: Type.String(),
  createdAt: Type.String(),
})
export type ContactMessage = Static<typeof ContactMessage>
