import { useState } from 'react'
import type { ManagedProduct } from '#domain/products/managed-product.ts'
import { formErrorOf } from '../../session/form-error.ts'
import { button } from '../../ui/form/button.ts'
import { type ProductTexts, useUpdateProductMutation } from './api.ts'
import { StyleColors } from './colors/style-colors.tsx'
import { ProductForm } from './product-form.tsx'
import { bodyOf, carryOver, changesOf, textsOf } from './product-texts.ts'
import { useGetStockQuery } from './stock/api.ts'
import { useProductDraft, useSaveDraftOnLogout } from './use-product-draft.ts'
import { useProductForm } from './use-product-form.ts'

interface UpdateProductFormProps {
  /** The product as it was when the form was opened. */
  product: ManagedProduct
  /** Whether pieces are typed that are not saved. */
  hasTypedPieces: boolean
  /** Fetches the current product. */
  load: () => Promise<{ product?: ManagedProduct; error?: unknown }>
  onUpdated: (updated: ManagedProduct) => Promise<void>
  /** Opens the dialog that adds a color. */
  onAddColor: (hasChanges: boolean) => void
}

/** Updates a product and never overwrites another admin's change without showing it first. */
export function UpdateProductForm({ product, hasTypedPieces, load, onUpdated, onAddColor }: UpdateProductFormProps) {
  const draft = useProductDraft(`product ${product._id}`)
  const { updatedAt = product.updatedAt, ...saved } = draft.saved ?? {}
  const [base, setBase] = useState({ ...product, updatedAt }) // the version that was typed over, so that the form notices a newer one
  const [savedNow, setSavedNow] = useState<Partial<ProductTexts>>({})
  const [isOutdated, setIsOutdated] = useState(false)
  const [update] = useUpdateProductMutation()
  const { currentData: stock } = useGetStockQuery(product._id)

  const form = useProductForm({ ...textsOf(product), ...saved }, async texts => {
    const { _id: id, updatedAt } = base
    const { data, error } = await update({ id, ...bodyOf(changesOf(textsOf(base), texts), textsOf(base)), updatedAt })
    if (data) {
      draft.forget()
      await onUpdated(data)
      return undefined
    }
    console.info('The product was not updated', error)
    setIsOutdated((error as { status?: unknown }).status === 409 && (await hasChanged()))
    return `The product was not updated. ${formErrorOf(error)}`
  })

  const changes = changesOf(textsOf(base), form.texts)
  const isUnsaved = Object.keys(changes).length > 0
  useSaveDraftOnLogout(draft, { ...changes, updatedAt: base.updatedAt })

  /** Whether somebody has saved the product meanwhile: a 409 may also be about an SKU of another product. */
  async function hasChanged(): Promise<boolean> {
    const { product: newest } = await load()
    return newest?.updatedAt !== base.updatedAt
  }

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
      isUnsaved={isUnsaved || hasTypedPieces}
      savedNow={savedNow}
      counts={stock?.counts}
      lowest30={product.lowest30}
      id={product._id}
      note={
        product.isDraft ? 'This color is not listed yet: the shop shows it once it is saved with a picture.' : undefined
      }
      styleColors={<StyleColors product={product} onAdd={() => onAddColor(isUnsaved)} />}
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
