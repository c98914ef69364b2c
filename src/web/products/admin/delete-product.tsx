import type { MouseEvent } from 'react'
import type { Product } from '#domain/products/product.ts'
import { formErrorOf } from '../../session/form-error.ts'
import { useUndo } from '../../session/use-undo.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useDeleteProductMutation } from './api.ts'

interface DeleteProductProps {
  product: Pick<Product, '_id' | 'name'>
  className: string
}

/** Deletes without a question; the toast afterwards offers to undo it. */
export function DeleteProduct({ product: { _id, name }, className }: DeleteProductProps) {
  const [deleteProduct, { isLoading, isSuccess }] = useDeleteProductMutation()
  const undo = useUndo()
  const isBusy = isLoading || isSuccess // until the list has loaded without this row

  async function handleDelete({ detail }: MouseEvent) {
    const isSecondClick = detail > 1 // of a double click: the next row has moved under the pointer
    if (isBusy || isSecondClick) return
    const { data, error } = await deleteProduct(_id)
    if (data) return toast.say('Product deleted successfully!', { label: 'Undo', run: () => undo(data.auditId) })
    console.info('The product was not deleted', error)
    toast.alert(`The product was not deleted. ${formErrorOf(error)}`)
  }

  return (
    <button
      type="button"
      aria-label={`Delete ${name}`}
      aria-disabled={isBusy}
      className={className}
      onClick={handleDelete}
    >
      {isBusy ? 'Deleting…' : 'Delete'}
    </button>
  )
}
