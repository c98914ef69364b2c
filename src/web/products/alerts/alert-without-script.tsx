import { isSellable } from '#domain/products/stock.ts'
import { sizesOf } from '../../cart/sizes-of.ts'
import { button } from '../../ui/form/button.ts'
import type { ShownProduct } from '../known-product.ts'

/** The same as `AlertForm` for visitors without JavaScript: a plain form, which the shop answers with a page. */
export function AlertWithoutScript({ product }: { product: ShownProduct }) {
  const sizes = sizesOf(product)
  const missing =
    sizes.length > 0 ? sizes.filter(size => !isSellable(size)) : [{ _id: product._id, label: product.name }]
  if (sizes.length > 0 ? missing.length === 0 : isSellable(product) && !product.soldOut) return null
  return (
    <form method="post" action="/api/alerts" className="mt-4 flex flex-col gap-3 text-sm">
      <p className="font-medium">Tell me when it is back</p>
      {sizes.length > 0 ? (
        <select name="variantId" aria-label="Size" className="h-11 rounded-control border border-edge bg-paper px-3">
          {missing.map(({ _id, label }) => (
            <option key={_id} value={_id}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <input type="hidden" name="variantId" value={product._id} />
      )}
      <input
        type="email"
        name="email"
        required
        autoComplete="email"
        aria-label="Your e-mail"
        placeholder="Your e-mail"
        className="h-11 rounded-control border border-edge bg-paper px-3"
      />
      <button type="submit" className={button.quiet}>
        Send
      </button>
    </form>
  )
}
