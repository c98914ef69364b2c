import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useShop } from '../../settings/api.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import type { ProductErrors, ProductTexts } from './api.ts'
import { fieldErrorsOf } from './product-texts.ts'

/** Fields that are validated against each other. */
const together: string[][] = [
  ['price', 'oldPrice', 'salePrice'],
  ['visibleFrom', 'visibleUntil'],
  ['saleFrom', 'saleUntil'],
]

/**
 * A form for a product's fields that is validated, then saved, one submission at a time. What was typed survives
 * errors.
 * @param save returns the error message if it failed
 */
export function useProductForm(start: ProductTexts, save: (texts: ProductTexts) => Promise<string | undefined>) {
  const choices = useShop()
  const [texts, setTexts] = useState(start)
  const [fieldErrors, setFieldErrors] = useState<ProductErrors>({})
  const [formError, setFormError] = useState('')
  const [isSaving, setIsSaving] = useState(false)
  const [isUploading, setIsUploading] = useState(false)
  const isUnderWay = useRef(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isUnderWay.current || isUploading) return
    const form = event.currentTarget
    const { fieldErrors: found, isMissing } = fieldErrorsOf(withoutNonsense(form, texts), choices)
    setFormError('')
    toast.dropSaid()
    flushSync(() => setFieldErrors(found))
    if (isMissing) toast.alert('Please fill in all fields.')
    const faulty = form.querySelector<HTMLElement>('[aria-invalid=true][name]')
    if (Object.keys(found).length > 0) return faulty?.focus()

    isUnderWay.current = true
    setIsSaving(true)
    const saveError = (await save(texts)) ?? ''
    isUnderWay.current = false
    flushSync(() => {
      setIsSaving(false)
      setFormError(saveError)
    })
    if (saveError !== '') form.querySelector<HTMLElement>('[role=alert][tabindex]')?.focus()
  }

  return {
    texts,
    /** Replaces the values of all fields. */
    fill(next: ProductTexts) {
      setTexts(next)
      setFieldErrors({})
      setFormError('')
    },
    /** Changes a field and clears its error. */
    set(name: keyof ProductTexts, text: string) {
      setTexts(current => ({ ...current, [name]: text }))
      const mended = together.find(names => names.includes(name)) ?? [name]
      setFieldErrors(current => Object.fromEntries(Object.entries(current).filter(([each]) => !mended.includes(each))))
    },
    fieldErrors,
    formError,
    setFormError,
    isSaving,
    isUploading,
    setIsUploading,
    submit,
  }
}

export type ProductFormState = ReturnType<typeof useProductForm>

/** Browsers report an empty text for an invalid number, such as '1-2': it must not pass for an empty field, nor 12,50 for 1250. */
function withoutNonsense(form: HTMLFormElement, texts: ProductTexts): ProductTexts {
  const numbers = [...form.querySelectorAll<HTMLInputElement>('input[type=number]')]
  const nonsense = numbers
    .filter(({ validity }) => validity.badInput || validity.customError)
    .map(({ name }) => [name, 'no number'])
  return { ...texts, ...Object.fromEntries(nonsense) }
}
