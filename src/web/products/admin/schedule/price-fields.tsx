import { formatCents, toCents } from '#domain/money.ts'
import { Optional } from '../../../ui/form/optional.tsx'
import type { ProductTexts } from '../api.ts'
import type { FieldOf } from './field-of.ts'
import { PriceField } from './price-field.tsx'

interface PriceFieldsProps {
  texts: Pick<ProductTexts, 'oldPrice' | 'salePrice'>
  field: FieldOf
  /** The lowest price of the last 30 days, in major units. */
  lowest30: number | undefined
}

/** The price of a product, and the old price with what the law says of it. */
export const PriceFields = ({ texts, field, lowest30 }: PriceFieldsProps) => (
  <>
    <div className="grid gap-5 *:min-w-0 sm:grid-cols-2">
      <PriceField label="Price" aria-required {...field('price')} />
      <PriceField label={<Optional>Old price</Optional>} {...field('oldPrice')} />
    </div>
    {(texts.oldPrice !== '' || texts.salePrice !== '') && lowest30 !== undefined && (
      <p className="text-stone text-sm">
        The lowest price of the last 30 days: <strong>{formatCents(toCents(lowest30))}</strong>
      </p>
    )}
    {texts.oldPrice !== '' && (
      <p className="border-gold border-l-2 pl-3 text-sm">
        The old price is shown as you type it. In the EU it must be the lowest price of the 30 days before the reduction
        (98/6/EC, article 6a). A sale below finds that price itself.
      </p>
    )}
  </>
)
