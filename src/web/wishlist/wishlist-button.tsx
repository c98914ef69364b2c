import { Heart } from 'lucide'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { Icon } from '../ui/icon.tsx'
import { toggle } from './toggle.ts'

interface WishlistButtonProps {
  product: { _id: string; name: string }
  className: string
}

/** Saves a product to the wishlist, or removes it; the browser fills in which. */
export function WishlistButton({ product: { _id, name }, className }: WishlistButtonProps) {
  const isSaved = useAppSelector(({ wishlist }) => wishlist.ids.includes(_id))
  const dispatch = useAppDispatch()
  return (
    <button
      type="button"
      aria-pressed={isSaved}
      aria-label={isSaved ? `Remove ${name} from your wishlist` : `Save ${name} to your wishlist`}
      onClick={() => dispatch(toggle(_id))}
      className={`card-button size-11 hover:border-ink ${className}`}
    >
      <Icon of={Heart} className={`size-4.5 ${isSaved ? 'fill-wine text-wine' : ''}`} />
    </button>
  )
}
