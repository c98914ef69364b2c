import type { SecondFactorKey } from '#domain/users/two-factor.ts'
import { formErrorOf } from '../../session/form-error.ts'
import { button, textLink } from '../../ui/form/button.ts'
import { CopyButton } from '../../ui/form/copy-button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useConfirmSecondFactorMutation } from './api.ts'

interface ScanKeyProps {
  secondFactor: SecondFactorKey
  onCodes: (codes: string[]) => void
  onCancel: () => void
}

/** The second step: the app scans the key and proves it with a first code. */
export function ScanKey({ secondFactor: { secret, uri, qr }, onCodes, onCancel }: ScanKeyProps) {
  const [confirm] = useConfirmSecondFactorMutation()
  const form = useForm<'code'>({
    check: ({ code }) => ({ code: code.trim() ? undefined : 'Please type the code that the app shows.' }),
    async send({ code }) {
      const { data, error } = await confirm({ code })
      if (!data) return formErrorOf(error)
      onCodes(data)
    },
  })
  return (
    <Form
      form={form}
      action="Turn on"
      progress="Turning on…"
      beside={
        <button type="button" className={button.quiet} onClick={onCancel}>
          Cancel
        </button>
      }
    >
      <p className="text-sm text-stone leading-relaxed">Scan this with your authenticator app.</p>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
        alt="QR code with the key below"
        width={208}
        height={208}
        className="size-52 max-w-full self-center rounded-control border border-line bg-[#fff] forced-color-adjust-none"
      />
      <div className="flex flex-col gap-2">
        <p className="text-sm text-stone">
          Or give it this key, for a time-based code.{' '}
          <a href={uri} className={`${textLink} pointer-fine:hidden`}>
            Open the app on this phone
          </a>
        </p>
        <p className="select-all rounded-control border border-line bg-ivory px-3 py-2 font-mono text-sm tracking-wider">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </p>
        <div className="flex flex-wrap gap-x-3 gap-y-2">
          <CopyButton text={secret}>Copy the key</CopyButton>
        </div>
      </div>
      <Field
        label="Code that the app shows"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={64}
        error={form.fieldErrors.code}
        aria-required
      />
    </Form>
  )
}
