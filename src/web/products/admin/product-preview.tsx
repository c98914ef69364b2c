import type { ManagedProduct } from '#domain/products/managed-product.ts'
import { productPath } from '#domain/products/product.ts'
import { describeVariation } from '#domain/products/variation.ts'
import { sizesOf } from '../../cart/sizes-of.ts'
import { DashboardPage } from '../../ui/dashboard-page.tsx'
import { button, textLink } from '../../ui/form/button.ts'
import { Link } from '../../ui/link.tsx'
import { Price } from '../price.tsx'
import { ProductPicture } from '../product-picture.tsx'
import { useGetManagedProductQuery } from './api.ts'

/** The page of a product that visitors cannot see, for its admins. */
export function ProductPreview({ id }: { id: string }) {
  const answer = useGetManagedProductQuery(id, { refetchOnMountOrArgChange: true })
  return (
    <DashboardPage
      title="Preview"
      answer={answer}
      failure="Error to load product details"
      action={
        <Link to={`/dashboard/update-product/${id}`} className={button.quiet}>
          Edit
        </Link>
      }
    >
      {product => (
        <>
          <p className="mb-8 border-gold border-l-2 pl-3 text-sm">
            {product.visibility === 'visible' ? (
              <>
                Visitors see this piece:{' '}
                <Link to={productPath(product)} className={textLink}>
                  view it in the shop
                </Link>
                .
              </>
            ) : (
              'Preview: visitors cannot see this piece.'
            )}
          </p>
          <Previewed product={product} />
        </>
      )}
    </DashboardPage>
  )
}

/**
 * A product as its page will show it, without what only visitors do. It is not made of the parts of that page: shared with the
 * dashboard, they would be files of their own, and the page of every visitor larger.
 */
function Previewed({ product }: { product: ManagedProduct }) {
  const { name, price, oldPrice, description, category, color, shade = color, images, placeholder } = product
  const sizes = sizesOf(product)
  return (
    <div className="grid gap-8 *:min-w-0 md:grid-cols-2 md:gap-14">
      <div className="grid content-start gap-3">
        {images.map(({ url, alt }, place) => (
          <ProductPicture
            key={url}
            product={{ image: url, name: alt || name, placeholder: place === 0 ? placeholder : undefined }}
            sizes="(min-width: 48rem) 30rem, 100vw"
            className="aspect-4/5 w-full rounded-card object-cover"
          />
        ))}
      </div>
      <div>
        <h2 className="text-pretty text-4xl leading-tight [overflow-wrap:anywhere]">{name}</h2>
        <p className="mt-4 text-xl">
          <Price price={price} oldPrice={oldPrice} />
        </p>
        <p className="mt-6 max-w-prose whitespace-pre-line leading-relaxed [overflow-wrap:anywhere]">{description}</p>
        <dl className="mt-6 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-sm *:min-w-0">
          <dt className="text-stone">Category</dt>
          <dd className="capitalize">{category}</dd>
          <dt className="text-stone">Color</dt>
          <dd className="[overflow-wrap:anywhere]">{describeVariation({ color: shade })}</dd>
          {sizes.length > 0 && (
            <>
              <dt className="text-stone">Sizes</dt>
              <dd>{sizes.map(({ label }) => label).join(', ')}</dd>
            </>
          )}
        </dl>
        <button type="button" disabled className={`${button.primary} mt-8`}>
          Add to Cart
        </button>
      </div>
    </div>
  )
}
