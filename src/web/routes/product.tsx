import { type MouseEvent, type ReactNode, use, useRef, useState } from 'react'
import { data, useLocation, useNavigate } from 'react-router'
import { isUuid } from '#domain/ids.ts'
import { productPath } from '#domain/products/product.ts'
import type { ProductWithReviews } from '#domain/products/product-with-reviews.ts'
import type { Review } from '#domain/products/review.ts'
import { isSellable } from '#domain/products/stock.ts'
import { useAddToCart } from '../cart/add-to-cart.tsx'
import { refusalOf, sizesOf } from '../cart/sizes-of.ts'
import { MissingPage } from '../layout/missing-page.tsx'
import { prefetch, storeContext } from '../prefetch.ts'
import { AlertWithoutScript } from '../products/alerts/alert-without-script.tsx'
import { productEndpoints, useGetProductQuery } from '../products/api.ts'
import { actionFor, BuyBar } from '../products/buy-bar.tsx'
import { type ShownProduct, useKnownProduct } from '../products/known-product.ts'
import { forgetWanted, noteWanted } from '../products/note-wanted.ts'
import { ProductDetail } from '../products/product-detail.tsx'
import { RecentlyViewed } from '../products/recently-viewed/recently-viewed.tsx'
import { Look, RelatedProducts } from '../products/related-products.tsx'
import { SizeField } from '../products/size-field.tsx'
import { productData } from '../products/structured-data.ts'
import { FilteredReviews } from '../reviews/filtered-reviews.tsx'
import { RatingSummary } from '../reviews/rating-summary.tsx'
import { useUser } from '../session/use-user.ts'
import { Breadcrumb } from '../ui/breadcrumb.tsx'
import { Failure, Notice } from '../ui/feedback/notice.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { button, textLink } from '../ui/form/button.ts'
import { JsonLd } from '../ui/json-ld.tsx'
import { Link } from '../ui/link.tsx'
import { OriginContext } from '../ui/origin.ts'
import { PageHead } from '../ui/page-head.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useLazy } from '../ui/use-lazy.ts'
import type { Route } from './+types/product'

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  if (!isUuid(id)) return data(null, { status: 404 })
  const { getProduct, relatedProducts, listProducts } = productEndpoints
  const page = await prefetch(context, [getProduct, id], [relatedProducts, id])
  const look = getProduct.select(id)(context.get(storeContext).getState()).data?.product.look
  if (look) await prefetch(context, [listProducts, { ids: look }])
  return page
}

export const clientLoader = () => null

export default function ProductPage({ params: { id } }: Route.ComponentProps) {
  return isUuid(id) ? <ProductOf key={id} id={id} /> : <Unknown />
}

const Unknown = () => <MissingPage reason={failure} />

const failure = 'Error to load product details'

function ProductOf({ id }: { id: string }) {
  const { currentData, error, isError, isFetching, refetch } = useGetProductQuery(id)
  const known = useKnownProduct(id)
  const { status } = (error ?? {}) as { status?: unknown }
  if (currentData) return <ProductShown product={currentData.product} loaded={currentData} />
  if (status === 410) return <Gone />
  if (status === 404) return <Unknown />
  const hasFailed = isError && !isFetching
  if (known) {
    return <ProductShown product={known}>{hasFailed && <Failure onRetry={refetch}>{failure}</Failure>}</ProductShown>
  }
  return (
    <div className="container-page py-20">
      <PageTitle>Product</PageTitle>
      {hasFailed ? (
        <Failure
          isPage
          onRetry={refetch}
          action={
            <Link to="/shop" className={button.quiet}>
              See all products
            </Link>
          }
        >
          {failure}
        </Failure>
      ) : (
        <Spinner />
      )}
    </div>
  )
}

/** For a product that is no longer on sale: trying again would not help. */
const Gone = () => (
  <div className="container-page py-20">
    <PageTitle>No longer for sale</PageTitle>
    <Notice
      isPage
      action={
        <Link to="/shop" className={button.primary}>
          See what is in the window
        </Link>
      }
    >
      This piece is no longer for sale.
    </Notice>
  </div>
)

interface ProductShownProps {
  product: ShownProduct
  /** Undefined until it has loaded: the product itself is known from the list that led here. */
  loaded?: ProductWithReviews
  /** Replaces reviews that could not be loaded. */
  children?: ReactNode
}

function ProductShown({ product, loaded, children }: ProductShownProps) {
  const reviews = loaded?.reviews ?? []
  const totalReviews = loaded && countOf(loaded)
  const addToCart = useAddToCart()
  const addButton = useRef<HTMLButtonElement>(null)
  const origin = use(OriginContext)
  const path = productPath(product)
  const trail = [
    { name: 'Home', path: '/' },
    { name: 'Shop', path: '/shop' },
    { name: product.name, path },
  ]
  const image = { url: product.image, width: 1280, height: 1600, alt: product.name }
  const sizes = sizesOf(product)
  const sizeField = useRef<HTMLFieldSetElement>(null)
  const [isSizeMissing, setIsSizeMissing] = useState(false)
  const [chosenId, setChosenId] = useState<string>()
  const chosenSize = sizes.find(({ _id }) => _id === chosenId)
  const refusal = refusalOf(chosenSize ? { ...product, ...chosenSize } : product)
  const [alertOf, setAlertOf] = useState<string>()
  const AlertForm = useLazy(loadAlertForm, alertOf !== undefined, () =>
    toast.alert('This could not be loaded. Please try again.'),
  )
  const sizeGuide = (sizes.length > 0 || product.chart) && <SizeGuideLink product={product} />

  function add() {
    if (sizes.length === 0) return refusal ? setAlertOf(product._id) : addToCart(product)
    const chosen = sizeField.current?.querySelector<HTMLInputElement>(':checked')?.value
    const size = sizes.find(({ _id }) => _id === chosen)
    setIsSizeMissing(!size)
    setChosenId(size?._id) // it may have been chosen before the page responded
    if (size) isSellable(size) ? addToCart(product, size) : setAlertOf(size._id)
    else sizeField.current?.querySelector('input')?.focus()
  }

  return (
    <>
      <div className="container-page py-6 md:py-10">
        <PageHead {...product} title={product.name} path={path} type="product" image={image} />
        {loaded && <JsonLd about={import.meta.env.SSR ? productData(loaded, origin) : undefined} />}
        <Breadcrumb trail={trail} />
        <ProductDetail
          product={product}
          reviewCount={totalReviews}
          sizeGuide={sizeGuide}
          sizeField={
            sizes.length > 0 && (
              <SizeField
                ref={sizeField}
                sizes={sizes}
                model={product.model}
                isMissing={isSizeMissing}
                onChosen={variantId => {
                  setIsSizeMissing(false)
                  setChosenId(variantId)
                  setAlertOf(undefined)
                  const isThere = isSellable(sizes.find(({ _id }) => _id === variantId) ?? {})
                  isThere ? forgetWanted() : noteWanted(variantId)
                }}
              >
                {sizeGuide}
              </SizeField>
            )
          }
        >
          <button
            ref={addButton}
            type="button"
            className={`${button.primary} grow noscript:hidden sm:min-w-44 sm:grow-0`}
            onClick={add}
          >
            {actionFor(refusal)}
          </button>
          {alertOf && AlertForm && <AlertForm key={alertOf} variantId={alertOf} />}
          <noscript>
            <p className="text-sm text-stone">To put it into a cart, please switch on JavaScript.</p>
            <AlertWithoutScript product={product} />
          </noscript>
        </ProductDetail>
        <section aria-labelledby="reviews-title" className="mt-20">
          <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
            <h2 id="reviews-title" className="text-3xl">
              Reviews
            </h2>
            <AddComment productId={product._id} ofSize={sizes[0]?.size} reviews={reviews} />
            <noscript>
              <p className="text-sm text-stone">To write one, please switch on JavaScript.</p>
            </noscript>
          </div>
          {loaded ? <Reviews loaded={loaded} /> : children || <ReviewsLoading />}
        </section>
        {product.look && <Look ids={product.look} />}
        <RelatedProducts productId={product._id} isEarly={!loaded} />
        {loaded && <RecentlyViewed productId={product._id} />}
      </div>
      <BuyBar product={product} pageButton={addButton} onAdd={add} refusal={refusal} />
    </>
  )
}

const loadAlertForm = async () => (await import('../products/alerts/alert-form.tsx')).AlertForm

const loadSizeGuide = async () => (await import('../content/size-guide-dialog.tsx')).SizeGuideDialog
const sizeGuidePath = '/pages/size-guide'

/** Opens the measures of this product's sizes here; without scripts, and in another tab, the page of all sizes. */
function SizeGuideLink({ product }: { product: ShownProduct }) {
  const [isOpen, setIsOpen] = useState(false)
  const SizeGuideDialog = useLazy(loadSizeGuide, isOpen, () => location.assign(sizeGuidePath))

  function open(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setIsOpen(true)
  }

  return (
    <>
      <Link to={sizeGuidePath} className={textLink} onClick={open}>
        Size guide
      </Link>
      {SizeGuideDialog && <SizeGuideDialog product={product} open={isOpen} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** A product without `totalReviews` has no others than those that were sent. */
const countOf = ({ reviews, totalReviews = reviews.length }: ProductWithReviews) => totalReviews

function Reviews({ loaded }: { loaded: ProductWithReviews }) {
  const { product, reviews, ratingCounts, fitCounts } = loaded
  const total = countOf(loaded)
  return (
    <>
      {total > 0 && <RatingSummary rating={product.rating} total={total} counts={ratingCounts} fitCounts={fitCounts} />}
      <FilteredReviews reviews={reviews} sizes={product.sizes.map(({ label }) => label)} total={total} />
      {total > reviews.length && (
        <p className="mt-6 text-sm text-stone">
          The newest {reviews.length} of {total.toLocaleString('en-US')} reviews.
        </p>
      )}
    </>
  )
}

/** As tall as the window, so that the footer stays below it and does not move when the reviews arrive. */
const ReviewsLoading = () => (
  <div className="min-h-dvh">
    <p role="status" className="h-24 animate-pulse rounded-card bg-line text-line">
      Loading
    </p>
  </div>
)

const loadReviewDialog = async () => (await import('../reviews/review-dialog.tsx')).ReviewDialog

interface AddCommentProps {
  productId: string
  /** The code of a size of the product, if it has several. */
  ofSize: string | undefined
  reviews: Review[]
}

function AddComment({ productId, ofSize, reviews }: AddCommentProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [writerId, setWriterId] = useState('') // stays when the writer's session ends, so that the review form stays open
  const user = useUser()
  const from = useLocation()
  const navigate = useNavigate()
  const ReviewDialog = useLazy(loadReviewDialog, isOpen, () => {
    setIsOpen(false)
    toast.alert('The form could not be opened. Please try again.')
  })

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
      <button type="button" className={`${button.quiet} noscript:hidden`} onClick={open}>
        Add A Comment
      </button>
      {ReviewDialog && (
        <ReviewDialog
          open={isOpen}
          onClose={() => setIsOpen(false)}
          productId={productId}
          userId={user?._id ?? writerId}
          ofSize={ofSize}
          hasReviewed={reviews.some(({ userId }) => userId._id === user?._id)}
        />
      )}
    </>
  )
}
