import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ManagedProduct } from '#domain/products/managed-product.ts'
import { productPath } from '#domain/products/product.ts'
import { labelOf } from '#domain/products/size.ts'
import { formErrorOf } from '../../session/form-error.ts'
import { useUser } from '../../session/use-user.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { button } from '../../ui/form/button.ts'
import { Link } from '../../ui/link.tsx'
import { type ProductTexts, useCreateProductMutation } from './api.ts'
import { readChosenSizes } from './list-texts.ts'
import { ProductForm } from './product-form.tsx'
import { changesOf, createBodyOf, noTexts } from './product-texts.ts'
import { useProductDraft, useSaveDraftOnLogout } from './use-product-draft.ts'
import { useProductForm } from './use-product-form.ts'

interface AddProductFormProps {
  /** What the first product starts with. */
  start?: ProductTexts
  /** The name under which what was typed is saved when the session ends. */
  draftName: string
}

/** Adds products one after the other: the form is emptied after each. */
export function AddProductForm({ start = noTexts, draftName }: AddProductFormProps) {
  const [added, setAdded] = useState<readonly Added[]>([])
  const place = useRef<HTMLDivElement>(null)
  const latest = added.at(-1)
  useEffect(() => {
    if (!latest) return
    place.current?.querySelector<HTMLElement>('input[name=name]')?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [latest])
  return (
    <div ref={place}>
      {latest && <JustAdded {...latest} />}
      <OneProduct
        key={added.length}
        start={latest ? noTexts : start}
        draftName={draftName}
        onAdded={latest => setAdded([...added, latest])}
      />
    </div>
  )
}

interface Added {
  product: ManagedProduct
  /** The sizes without a number of pieces. */
  uncounted: readonly string[]
  sizes: number
}

const JustAdded = ({ product: { _id, name, visibility }, uncounted, sizes }: Added) => (
  <div className="mb-6 flex max-w-4xl flex-wrap items-center justify-between gap-3 border-sage border-l-2 pl-3 text-sm">
    <p className="min-w-0 [overflow-wrap:anywhere]">
      {visibility === 'visible'
        ? `${name} is in the shop.${boughtWithoutEnd(uncounted, sizes)}`
        : `${name} is saved, and visitors cannot see it yet.`}
    </p>
    <Link to={`/dashboard/update-product/${_id}`} className={button.quiet}>
      {uncounted.length === 0 ? 'Edit, or add a color' : 'Count pieces, edit, or add a color'}
    </Link>
  </div>
)

const list = new Intl.ListFormat('en-US')

function boughtWithoutEnd(uncounted: readonly string[], sizes: number): string {
  if (uncounted.length === 0) return ''
  if (uncounted.length === sizes) return ' Until you count its pieces, it can be bought without end.'
  return ` Until you count ${list.format(uncounted.map(labelOf))}, ${uncounted.length === 1 ? 'it' : 'they'} can be bought without end.`
}

interface OneProductProps {
  start: ProductTexts
  draftName: string
  onAdded: (added: Added) => void
}

function OneProduct({ start, draftName, onAdded }: OneProductProps) {
  const navigate = useNavigate()
  const author = useUser()?._id ?? ''
  const [create] = useCreateProductMutation()
  const draft = useProductDraft(draftName)
  const form = useProductForm({ ...start, ...draft.saved }, async texts => {
    const { data, error } = await create({ ...createBodyOf(texts), author })
    if (!data) {
      console.info('The product was not added', error)
      return `The product was not added. ${formErrorOf(error)}`
    }
    draft.forget()
    const path = data.visibility === 'visible' ? productPath(data) : `/dashboard/update-product/${data._id}?preview=1`
    const label = data.visibility === 'visible' ? 'View in shop' : 'Preview'
    toast.say('Product added successfully!', { label, run: () => navigate(path) })
    const { sizes } = readChosenSizes(texts.sizes)
    const uncounted = sizes.flatMap(({ size, pieces = '' }) => (pieces.trim() === '' ? [size] : []))
    onAdded({ product: data, uncounted, sizes: sizes.length })
  })
  useSaveDraftOnLogout(draft, form.texts)
  const isUnsaved = Object.keys(changesOf(start, form.texts)).length > 0
  return <ProductForm form={form} action="Add Product" progress="Adding..." isUnsaved={isUnsaved} />
}
