import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { productPath } from '#domain/product.ts'
import type { Review } from '#domain/review.ts'
import { useAddToCart } from '../cart/add-to-cart.tsx'
import { prefetch } from '../prefetch.ts'
import { productEndpoints, useGetProductQuery } from '../products/api.ts'
import { ProductDetail } from '../products/product-detail.tsx'
import { ReviewDialog } from '../reviews/review-dialog.tsx'
import { ReviewList } from '../reviews/review-list.tsx'
import { useUser } from '../session/use-user.ts'
import { button } from '../ui/button.ts'
import { Failure } from '../ui/notice.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { toast } from '../ui/toast.tsx'
import type { Route } from './+types/product'

export const loader = ({ context, params }: Route.LoaderArgs) =>
  prefetch(context, productEndpoints.getProduct.initiate(params.id))

export const clientLoader = () => null

export default function ProductPage({ params }: Route.ComponentProps) {
  const { currentData, isError, isFetching, refetch } = useGetProductQuery(params.id)
  const addToCart = useAddToCart()
  if (!currentData) {
    return (
      <div className="container-page py-20">
        <PageTitle>Product</PageTitle>
        {isError && !isFetching ? (
          <Failure
            isPage
            onRetry={refetch}
            action={
              <Link to="/shop" className={button.quiet}>
                See all products
              </Link>
            }
          >
            Error to load product details
          </Failure>
        ) : (
          <Spinner />
        )}
      </div>
    )
  }
  const { product, reviews } = currentData
  return (
    <div className="container-page py-6 md:py-10">
      <PageHead title={product.name} description={product.description} path={productPath(product)} type="product" />
      <nav aria-label="Breadcrumb" className="mb-4 text-sm text-stone md:mb-8">
        <ol className="flex flex-wrap items-center gap-x-2">
          <li>
            <Link to="/" className="inline-flex min-h-11 items-center hover:text-rosewood">
              Home
            </Link>
          </li>
          <li aria-hidden>/</li>
          <li>
            <Link to="/shop" className="inline-flex min-h-11 items-center hover:text-rosewood">
              Shop
            </Link>
          </li>
          <li aria-hidden>/</li>
          <li aria-current="page" className="text-ink [overflow-wrap:anywhere]">
            {product.name}
          </li>
        </ol>
      </nav>
      <ProductDetail product={product} reviewCount={reviews.length}>
        <button
          type="button"
          className={`${button.primary} w-full sm:w-auto sm:min-w-56`}
          onClick={() => addToCart(product)}
        >
          Add to Cart
        </button>
      </ProductDetail>
      <section aria-labelledby="reviews-title" className="mt-20">
        <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
          <h2 id="reviews-title" className="text-3xl">
            Reviews
          </h2>
          <AddComment productId={product._id} reviews={reviews} />
        </div>
        <ReviewList reviews={reviews} />
      </section>
    </div>
  )
}

function AddComment({ productId, reviews }: { productId: string; reviews: Review[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const [writerId, setWriterId] = useState('') // stays when their session ends, with what they have written
  const user = useUser()
  const from = useLocation()
  const navigate = useNavigate()

  function open() {
    if (user) {
      setWriterId(user._id)
      return setIsOpen(true)
    }
    toast.alert('You must be logged in to post a review.')
    navigate('/login', { state: { from } })
  }

  return (
    <>
      <button type="button" className={button.quiet} onClick={open}>
        Add A Comment
      </button>
      <ReviewDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        productId={productId}
        userId={user?._id ?? writerId}
        hasReviewed={reviews.some(({ userId }) => userId._id === user?._id)}
      />
    </>
  )
}
