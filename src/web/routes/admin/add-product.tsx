import { useSearchParams } from 'react-router'
import { isUuid } from '#domain/ids.ts'
import { AddProductForm } from '../../products/admin/add-product-form.tsx'
import { useGetManagedProductQuery } from '../../products/admin/api.ts'
import { copyOf } from '../../products/admin/product-texts.ts'
import { DashboardPage } from '../../ui/dashboard-page.tsx'
import { textLink } from '../../ui/form/button.ts'
import { Link } from '../../ui/link.tsx'
import { PageTitle } from '../../ui/page-title.tsx'

export default function AddProduct() {
  const [search] = useSearchParams()
  const copied = search.get('copy')
  return copied && isUuid(copied) ? (
    <AddCopy key={copied} of={copied} />
  ) : (
    <AddNew isFirst={search.get('from') === 'first-run'} />
  )
}

const title = 'Add New Product'

const AddNew = ({ isFirst }: { isFirst: boolean }) => (
  <>
    <PageTitle>{title}</PageTitle>
    <div className="mb-8 flex flex-wrap items-center justify-between gap-4">
      <h1 className="text-3xl md:text-4xl">{title}</h1>
      {isFirst && (
        <Link to="/dashboard/first-run?step=product" className={textLink}>
          Back to setting up the shop
        </Link>
      )}
    </div>
    <AddProductForm draftName="add product" />
  </>
)

/** The form filled in like another product. */
function AddCopy({ of: id }: { of: string }) {
  const answer = useGetManagedProductQuery(id)
  return (
    <DashboardPage title={title} answer={answer} failure="Error to load product details">
      {product => <AddProductForm start={copyOf(product)} draftName={`copy of ${id}`} />}
    </DashboardPage>
  )
}
