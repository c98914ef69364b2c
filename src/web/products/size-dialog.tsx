import { flushSync } from 'react-dom'
import type { Product } from '#domain/products/product.ts'
import type { ProductSize } from '#domain/products/variation.ts'
import { AlertDialog } from '../ui/feedback/alert-dialog.tsx'
import { button } from '../ui/form/button.ts'

interface SizeDialogProps {
  product: Product
  sizes: ProductSize[]
  open: boolean
  onClose: () => void
  onChosen: (size: ProductSize) => void
}

/** Asks for the size of a product that is added from its card. */
export function SizeDialog({ product, sizes, open, onClose, onChosen }: SizeDialogProps) {
  /** The dialog closes, and gives the focus back, before the message about the cart opens. */
  function choose(size: ProductSize) {
    flushSync(onClose)
    onChosen(size)
  }

  return (
    <AlertDialog open={open} onClose={onClose} title="Choose a size" text={product.name}>
      {sizes.map(size => (
        <button key={size._id} type="button" className={`${button.quiet} px-4!`} onClick={() => choose(size)}>
          {size.label}
        </button>
      ))}
      <button
        type="button"
        className="min-h-11 w-full text-sm text-stone underline underline-offset-4"
        onClick={onClose}
      >
        Cancel
      </button>
    </AlertDialog>
  )
}
