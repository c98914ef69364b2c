import { useRef } from 'react'
import { v4 } from 'uuid'
import { contactLimits } from '#domain/contact.ts'
import { hasSomethingToSee } from '#domain/text.ts'
import { formErrorOf } from '../session/form-error.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { useWriteOrderMessageMutation } from './buyer-api.ts'

interface MessageFormProps {
  orderId: string
  /** Opens the order without an account. */
  orderKey: string | undefined
}

/** Writes to the shop about an order. The same text sent again, after an error, is the same message. */
export function MessageForm({ orderId, orderKey }: MessageFormProps) {
  const [write] = useWriteOrderMessageMutation()
  const sent = useRef({ id: v4(), message: '' })
  const form = useForm<'message'>({
    check: ({ message }) => (hasSomethingToSee(message.trim()) ? {} : { message: 'Please write your message.' }),
    async send({ message }, element) {
      if (message.trim() !== sent.current.message) sent.current = { id: v4(), message: message.trim() }
      const { error } = await write({ orderId, key: orderKey, ...sent.current })
      if (error) return formErrorOf(error)
      sent.current = { id: v4(), message: '' }
      element.reset()
      toast.say('Thank you. Your message has reached us.')
      return undefined
    },
  })
  return (
    <Form
      form={form}
      action="Send message"
      progress="Sending…"
      className="max-w-prose noscript:hidden [&>div>button]:justify-self-start"
    >
      <Field
        as="textarea"
        label="Write to us about this order"
        name="message"
        rows={3}
        dir="auto"
        maxLength={contactLimits.message}
        hint="We answer by e-mail."
        error={form.fieldErrors.message}
      />
    </Form>
  )
}
