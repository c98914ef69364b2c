import { use } from 'react'
import { type SeoName, seoLimits } from '#domain/products/fields/seo-fields.ts'
import { productPath } from '#domain/products/product.ts'
import { useShop } from '../../settings/api.ts'
import { Field } from '../../ui/form/field.tsx'
import { Optional } from '../../ui/form/optional.tsx'
import { OriginContext } from '../../ui/origin.ts'
import { shortened } from '../../ui/page-texts.ts'
import type { ProductTexts } from './api.ts'
import { Fold } from './fold.tsx'

interface SeoFieldsProps {
  texts: Pick<ProductTexts, SeoName | 'name' | 'description'>
  field: (name: SeoName) => {
    name: string
    value: string
    onChange: (event: { target: { value: string } }) => void
    error: string | undefined
    hint: string | undefined
  }
  /** The id of the product, if it is saved. */
  id: string | undefined
}

/** What search engines show of a product, and a preview of it. */
export function SeoFields({ texts, field, id }: SeoFieldsProps) {
  const counted = (name: SeoName) => {
    const { hint, ...rest } = field(name)
    const count = `${texts[name].length} of ${seoLimits[name]} characters`
    return { ...rest, maxLength: seoLimits[name], hint: hint ? `${count}. ${hint}` : count }
  }
  const isUsed = texts.seoTitle !== '' || texts.seoDescription !== ''
  const needsAttention = (['seoTitle', 'seoDescription'] as const).some(
    name => field(name).error !== undefined || field(name).hint !== undefined,
  )
  return (
    <Fold title="Title and description in search results" isOpen={isUsed} needsAttention={needsAttention}>
      <Preview texts={texts} id={id} />
      <Field
        label={<Optional>Title for search engines</Optional>}
        placeholder="Empty: the name, and that of the shop"
        autoComplete="off"
        {...counted('seoTitle')}
      />
      <Field
        as="textarea"
        rows={3}
        label={<Optional>Text for search engines</Optional>}
        placeholder="Empty: the beginning of the description"
        {...counted('seoDescription')}
      />
    </Fold>
  )
}

/** A search result as it will look about; what is empty is what the page says without it. */
function Preview({ texts, id }: Pick<SeoFieldsProps, 'texts' | 'id'>) {
  const shop = useShop()
  const origin = use(OriginContext)
  const name = texts.name.trim() || 'Product name'
  const address = new URL(productPath({ _id: id ?? '…', name }), origin || location.origin)
  const path = decodeURI(address.pathname).split('/').filter(Boolean)
  const description = texts.seoDescription.trim() || shortened(texts.description.trim()) || 'Its description.'
  return (
    <figure className="min-w-0 rounded-control border border-line p-4">
      <figcaption className="mb-2 text-stone text-xs">How a search result may look</figcaption>
      <p className="truncate text-stone text-xs">{[address.host, ...path].join(' › ')}</p>
      <p className="truncate text-lg text-rosewood">{texts.seoTitle.trim() || `${name} · ${shop.name}`}</p>
      <p className="line-clamp-3 text-sm [overflow-wrap:anywhere]">{description}</p>
    </figure>
  )
}
