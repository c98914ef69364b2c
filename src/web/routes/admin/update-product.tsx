import { useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { isUuid } from '#domain/ids.ts'
import type { ManagedProduct } from '#domain/products/managed-product.ts'
import { productPath } from '#domain/products/product.ts'
import { useGetManagedProductQuery } from '../../products/admin/api.ts'
import { AddColorDialog } from '../../products/admin/colors/add-color-dialog.tsx'
import { ProductPreview } from '../../products/admin/product-preview.tsx'
import { type SavePieces, StockCounts } from '../../products/admin/stock/stock-counts.tsx'
import { UpdateProductForm } from '../../products/admin/update-product-form.tsx'
import { DashboardPage } from '../../ui/dashboard-page.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { button } from '../../ui/form/button.ts'
import { Link } from '../../ui/link.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import type { Route } from './+types/update-product'

const list = '/dashboard/manage-products'

export default function UpdateProduct({ params: { id } }: Route.ComponentProps) {
  const [search] = useSearchParams()
  if (!isUuid(id)) return <NoSuchProduct />
  return search.get('preview') === '1' ? <ProductPreview id={id} /> : <UpdateProductOf id={id} />
}

/** Where the admin sees the page of the product. */
const viewOf = (product: ManagedProduct) =>
  product.visibility === 'visible'
    ? { label: 'View in shop', path: productPath(product) }
    : { label: 'Preview', path: `/dashboard/update-product/${product._id}?preview=1` }

function NoSuchProduct() {
  return (
    <div role="alert">
      <PageTitle>Update Product</PageTitle>
      <Notice
        isPage
        action={
          <Link to={list} className={button.quiet}>
            All Products
          </Link>
        }
      >
        Error to load product details
      </Notice>
    </div>
  )
}

function UpdateProductOf({ id }: { id: string }) {
  const navigate = useNavigate()
  const answer = useGetManagedProductQuery(id, { refetchOnMountOrArgChange: true })
  const [opened, setOpened] = useState<ManagedProduct>()
  const savePieces = useRef<SavePieces>(undefined)
  const [hasTypedPieces, setHasTypedPieces] = useState(false)
  const [adding, setAdding] = useState<{ hasChanges: boolean }>()
  const newest = answer.isFetching ? undefined : answer.currentData
  const product = opened?._id === id ? opened : newest
  if (product && product !== opened) setOpened(product) // from now on the form decides when to refetch

  async function load() {
    const { data, error } = await answer.refetch()
    return { product: data, error }
  }

  /** The button of the product saves the pieces that are typed as well. */
  async function goOn(updated: ManagedProduct) {
    if ((await savePieces.current?.()) === false) {
      setOpened(updated)
      return toast.alert('The product is updated, but not all of its pieces: see below.')
    }
    const { label, path } = viewOf(updated)
    toast.say('Product updated successfully!', { label, run: () => navigate(path) })
    navigate(list)
  }

  function openAdded({ _id }: ManagedProduct) {
    setAdding(undefined)
    navigate(`/dashboard/update-product/${_id}`)
  }

  return (
    <DashboardPage
      title="Update Product"
      answer={{ ...answer, currentData: product, isError: answer.isError && !product }}
      failure="Error to load product details"
      action={
        <div className="flex flex-wrap gap-3">
          {product && (
            <Link to={viewOf(product).path} className={button.quiet}>
              {viewOf(product).label}
            </Link>
          )}
          {product && (
            <Link to={`/dashboard/add-product?copy=${product._id}`} className={button.quiet}>
              Duplicate
            </Link>
          )}
          <Link to={list} className={button.quiet}>
            All Products
          </Link>
        </div>
      }
    >
      {shown => (
        <>
          <UpdateProductForm
            key={`${shown._id} ${shown.updatedAt}`}
            product={shown}
            hasTypedPieces={hasTypedPieces}
            load={load}
            onUpdated={goOn}
            onAddColor={hasChanges => setAdding({ hasChanges })}
          />
          <div className="mt-6 max-w-4xl">
            <StockCounts
              key={`pieces ${shown._id}`}
              productId={shown._id}
              saver={savePieces}
              onTyped={setHasTypedPieces}
            />
          </div>
          <AddColorDialog
            open={adding !== undefined}
            product={shown}
            hasChanges={adding?.hasChanges ?? false}
            onClose={() => setAdding(undefined)}
            onAdded={openAdded}
          />
        </>
      )}
    </DashboardPage>
  )
}
