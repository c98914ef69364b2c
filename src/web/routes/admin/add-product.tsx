import { AddProductForm } from '../../products/admin/add-product-form.tsx'
import { PageTitle } from '../../ui/page-title.tsx'

export default function AddProduct() {
  return (
    <>
      <PageTitle>Add New Product</PageTitle>
      <h1 className="mb-8 text-3xl md:text-4xl">Add New Product</h1>
      <AddProductForm />
    </>
  )
}
