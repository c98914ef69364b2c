import { productPath } from '#domain/products/product.ts'
import { useCurrentProductsQuery } from '../../cart/api.ts'
import { Link } from '../../ui/link.tsx'
import { Price } from '../price.tsx'
import { ProductPicture } from '../product-picture.tsx'

const maxShown = 4

/** Of these products the first that are still on sale, at today's prices. */
export function RecentlyViewedList({ ids }: { ids: string[] }) {
  const { data: products = [] } = useCurrentProductsQuery(ids)
  const shown = ids.flatMap(id => products.find(({ _id }) => _id === id) ?? []).slice(0, maxShown)
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="seen-title" className="mt-20 border-line border-t pt-10">
      <h2 id="seen-title" className="text-2xl">
        Recently viewed
      </h2>
      <ul className="mt-6 grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
        {shown.map(product => (
          <li key={product._id} className="group relative grid grid-cols-[4.5rem_1fr] items-center gap-4">
            <ProductPicture
              product={product}
              sizes="4.5rem"
              className="aspect-4/5 w-full rounded-card border border-line object-cover"
            />
            <div className="text-sm">
              <Link
                to={productPath(product)}
                state={{ product }}
                className="line-clamp-2 after:absolute after:inset-0 group-hover:text-rosewood"
              >
                {product.name}
              </Link>
              <p className="mt-1">
                <Price price={product.price} oldPrice={product.oldPrice} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
