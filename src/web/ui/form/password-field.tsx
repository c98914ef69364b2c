import { Eye, EyeOff } from 'lucide'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Icon } from '../icon.tsx'
import { useHydrated } from '../use-hydrated.ts'
import { Field } from './field.tsx'

interface PasswordFieldProps
  extends Pick<ComponentProps<'input'>, 'name' | 'ref'>,
    Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'error'> {
  autoComplete: 'current-password' | 'new-password'
}

/** A password field with a button that reveals the text. Submitting hides it again. */
export function PasswordField({ name = 'password', ...rest }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false)
  const isAlive = useHydrated()
  const toggle = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    const form = toggle.current?.form
    const hide = () => setIsShown(false)
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [])

  return (
    <Field
      name={name}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      aria-required
      beside={
        <button
          ref={toggle}
          type="button"
          aria-pressed={isShown}
          disabled={!isAlive}
          className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-control text-stone hover:text-rosewood aria-pressed:text-ink"
          onClick={() => setIsShown(!isShown)}
        >
          <Icon of={isShown ? EyeOff : Eye} className="size-5" />
          <span className="sr-only">Show password</span>
        </button>
      }
      {...rest}
    />
  )
}
