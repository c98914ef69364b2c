import { Minus, Plus } from 'lucide'
import type { ReactNode } from 'react'
import { sizesOf } from '../cart/sizes-of.ts'
import { useShop } from '../settings/api.ts'
import { textLink } from '../ui/form/button.ts'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import type { ShownProduct } from './known-product.ts'
import { ModelNote } from './size-field.tsx'

interface DeliveryNotesProps {
  product: ShownProduct
  /** The link to the size guide, if it opens here. */
  sizeGuide: ReactNode
}

/** Delivery, returns and sizes, which buyers ask about before they buy. */
export function DeliveryNotes({ product, sizeGuide }: DeliveryNotesProps) {
  const { delivery, returns } = useShop()
  const isDress = product.category === 'dress'
  const hasSizes = sizesOf(product).length > 0 // the model and the guide then stand at their choice
  return (
    <div className="mt-8 border-line border-t">
      <Note title="Delivery and returns" isOpen>
        <p>
          {delivery.sentence} {returns}
        </p>
        {product.isSealed && <p>For reasons of hygiene it cannot come back once its seal is broken.</p>}
        <Link to="/pages/shipping-returns" className={textLink}>
          Shipping &amp; returns
        </Link>
      </Note>
      {(isDress || (!hasSizes && (product.model || sizeGuide))) && (
        <Note title="Size and fit">
          {isDress && (
            <p>Between two sizes, take the larger one for a dress without stretch and the smaller one for knits.</p>
          )}
          {!hasSizes && <ModelNote model={product.model} />}
          {!hasSizes &&
            (sizeGuide || (
              <Link to="/pages/size-guide" className={textLink}>
                Size guide
              </Link>
            ))}
        </Note>
      )}
    </div>
  )
}

const Note = ({ title, isOpen, children }: { title: string; isOpen?: true; children: ReactNode }) => (
  <details open={isOpen} className="group border-line border-b text-sm">
    <summary className="flex min-h-12 list-none items-center justify-between gap-4 hover:text-rosewood [&::-webkit-details-marker]:hidden">
      {title}
      <Icon of={Plus} className="size-4 shrink-0 group-open:hidden" />
      <Icon of={Minus} className="hidden size-4 shrink-0 group-open:block" />
    </summary>
    <div className="max-w-prose pb-3 text-stone leading-relaxed">{children}</div>
  </details>
)
