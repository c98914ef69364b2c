import { type Static, Type } from 'typebox'
import { MessageAnswer } from './message-answer.ts'
import { hasSomethingToSee } from './text.ts'
import { isEmail, readEmail, userLimits } from './users/user.ts'

/** A visitor's message to the shop. */
export const ContactMessage = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  subject: Type.String(),
  message: Type.String(),
  createdAt: Type.String(),
  doneAt: Type.Optional(Type.String({ description: 'When an admin marked it as done; missing while it is open' })),
  order: Type.Optional(
    Type.Object(
      { orderId: Type.String(), number: Type.Integer() },
      { description: 'The order of the writer that it is about' },
    ),
  ),
  answers: Type.Array(MessageAnswer, { description: 'Oldest first' }),
})
export type ContactMessage = Static<typeof ContactMessage>

/** A message is open until an admin marks it as done. */
export const messageStatuses = ['open', 'done'] as const
export type MessageStatus = (typeof messageStatuses)[number]

/** How many messages are open and how many are done; of a search, at most 10,000 are counted. */
export const MessageCounts = Type.Object({ open: Type.Integer(), done: Type.Integer() })
export type MessageCounts = Static<typeof MessageCounts>

/** The maximum length of each field, in characters. */
export const contactLimits = { name: 100, email: userLimits.email, subject: 200, message: 5_000 } as const

/** The fields that a visitor sends. */
export const PostContact = Type.Object({
  name: Type.String(),
  email: Type.String(),
  subject: Type.String(),
  message: Type.String(),
})
export type PostContact = Static<typeof PostContact>

/** The visitor's texts as they are stored: without surrounding blanks. */
export const trimmed = ({ name, email, subject, message }: PostContact): PostContact => ({
  name: name.trim(),
  email: readEmail(email.trim()) ?? email.trim(),
  subject: subject.trim(),
  message: message.trim(),
})

/** One sentence for each trimmed field that is invalid. */
export function contactErrors({ name, email, subject, message }: PostContact): Partial<PostContact> {
  const fieldErrors: Partial<PostContact> = {}
  if (!hasSomethingToSee(name)) fieldErrors.name = 'Please type your name.'
  else if (name.length > contactLimits.name) fieldErrors.name = tooLong('name', contactLimits.name)
  if (!email) fieldErrors.email = 'Please type your e-mail address, so that we can answer.'
  else if (!isEmail(email)) fieldErrors.email = 'Please type your whole e-mail address, with its @ and its ending.'
  if (!hasSomethingToSee(subject)) fieldErrors.subject = 'Please say in a few words what it is about.'
  else if (subject.length > contactLimits.subject) fieldErrors.subject = tooLong('subject', contactLimits.subject)
  if (!hasSomethingToSee(message)) fieldErrors.message = 'Please write your message.'
  else if (message.length > contactLimits.message) fieldErrors.message = tooLong('message', contactLimits.message)
  return fieldErrors
}

const tooLong = (what: string, max: number) =>
  `Your ${what} can have at most ${max.toLocaleString('en-US')} characters.`
