import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { productPath } from '#domain/products/product.ts'
import { useUser } from '../../session/use-user.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { createBodyOf, noTexts } from '../product-texts.ts'
import { useCreateProductMutation } from './api.ts'
import { ProductForm } from './product-form.tsx'
import { saveErrorOf } from './save-error.ts'
import { useProductDraft, useSaveDraftOnLogout } from './use-product-draft.ts'
import { useProductForm } from './use-product-form.ts'

/** Adds products one after the other: the form is emptied after each. */
export function AddProductForm() {
  const [count, setCount] = useState(0)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (count === 0) return
    place.current?.querySelector('input')?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [count])
  return (
    <div ref={place}>
      <OneProduct key={count} onAdded={() => setCount(count + 1)} />
    </div>
  )
}

function OneProduct({ onAdded }: { onAdded: () => void }) {
  const navigate = useNavigate()
  const author = useUser()?._id ?? ''
  const [create] = useCreateProductMutation()
  const draft = useProductDraft('add product')
  const form = useProductForm({ ...noTexts, ...draft.saved }, async texts => {
    const { data, error } = await create({ ...createBodyOf(texts), author })
    if (!data) {
      console.info('The product was not added', error)
      return saveErrorOf(error, 'The product was not added.')
    }
    draft.forget()
    toast.say('Product added successfully!', { label: 'View in shop', run: () => navigate(productPath(data)) })
    onAdded()
  })
  useSaveDraftOnLogout(draft, form.texts)
  return <ProductForm form={form} action="Add Product" progress="Adding..." />
}
