import { useState } from 'react'
import type { Product } from '#domain/products/product.ts'
import { formErrorOf } from '../../session/form-error.ts'
import { button } from '../../ui/form/button.ts'
import { bodyOf, carryOver, changesOf, type OpenedProduct, textsOf } from '../product-texts.ts'
import { type ProductTexts, useUpdateProductMutation } from './api.ts'
import { ProductForm } from './product-form.tsx'
import { saveErrorOf } from './save-error.ts'
import { useProductDraft, useSaveDraftOnLogout } from './use-product-draft.ts'
import { useProductForm } from './use-product-form.ts'

interface UpdateProductFormProps {
  /** The product as it was when the form was opened. */
  product: OpenedProduct
  /** Fetches the current product. */
  load: () => Promise<{ product?: OpenedProduct; error?: unknown }>
  onUpdated: (updated: Product) => void
}

/** Updates a product and never overwrites another admin's change without showing it first. */
export function UpdateProductForm({ product, load, onUpdated }: UpdateProductFormProps) {
  const draft = useProductDraft(`product ${product._id}`)
  const { updatedAt = product.updatedAt, ...saved } = draft.saved ?? {}
  const [base, setBase] = useState({ ...product, updatedAt }) // the version that was typed over, so that the form notices a newer one
  const [savedNow, setSavedNow] = useState<Partial<ProductTexts>>({})
  const [isOutdated, setIsOutdated] = useState(false)
  const [update] = useUpdateProductMutation()

  const form = useProductForm({ ...textsOf(product), ...saved }, async texts => {
    const { _id: id, updatedAt } = base
    const { data, error } = await update({ id, ...bodyOf(changesOf(textsOf(base), texts), textsOf(base)), updatedAt })
    if (data) {
      draft.forget()
      onUpdated(data)
      return undefined
    }
    console.info('The product was not updated', error)
    const saveError = saveErrorOf(error, 'The product was not updated.')
    setIsOutdated(typeof saveError === 'string' && (error as { status?: unknown }).status === 409)
    return saveError
  })

  useSaveDraftOnLogout(draft, { ...changesOf(textsOf(base), form.texts), updatedAt: base.updatedAt })

  async function loadAgain() {
    const { product: newer, error } = await load()
    if (!newer) return form.setFormError(`Error to load product details. ${formErrorOf(error)}`)
    const carried = carryOver(textsOf(base), form.texts, textsOf(newer))
    setBase(newer)
    setSavedNow(carried.savedNow)
    setIsOutdated(false)
    form.fill(carried.texts)
  }

  return (
    <ProductForm
      form={form}
      action="Update Product"
      progress="Updating..."
      savedNow={savedNow}
      way={
        isOutdated && (
          <button type="button" className={button.quiet} onClick={loadAgain}>
            Load it again
          </button>
        )
      }
    />
  )
}
