import { useEffect, useRef, useState } from 'react'
import { alertWords } from '#domain/stock/alert.ts'
import { isEmail } from '#domain/users/user.ts'
import { formErrorOf } from '../../session/form-error.ts'
import { useUser } from '../../session/use-user.ts'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { visitOf } from '../note-wanted.ts'
import { useAskAlertMutation } from './api.ts'

/** Asks for the address to which the shop writes when a size is back. */
export function AlertForm({ variantId }: { variantId: string }) {
  const [ask] = useAskAlertMutation()
  const [isSent, setIsSent] = useState(false)
  const user = useUser()
  const box = useRef<HTMLDivElement>(null)
  const form = useForm<'email'>({
    check: ({ email }) =>
      isEmail(email.trim()) ? {} : { email: 'Please type your whole e-mail address, with its @ and its ending.' },
    async send({ email }) {
      const { error } = await ask({ variantId, email: email.trim(), visit: visitOf() })
      if (error) return formErrorOf(error)
      setIsSent(true)
    },
  })

  useEffect(() => {
    const input = box.current?.querySelector('input')
    if (input) input.value ||= user?.email ?? ''
  }, [user])
  useEffect(() => {
    const next = isSent ? box.current : box.current?.querySelector('input')
    next?.focus()
  }, [isSent])

  return (
    <div ref={box} tabIndex={-1} className="mt-6 basis-full rounded-card border border-line bg-paper p-5 outline-none">
      {isSent ? (
        <p role="status" className="leading-relaxed">
          {alertWords}
        </p>
      ) : (
        <Form form={form} action="Send" progress="Sending…">
          <Field
            label="Your e-mail"
            name="email"
            type="email"
            autoComplete="email"
            error={form.fieldErrors.email}
            aria-required
          />
          <p className="text-sm text-stone leading-relaxed">
            We write once, when it can be bought again. Your address serves nothing else.
          </p>
        </Form>
      )}
    </div>
  )
}
