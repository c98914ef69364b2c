import { formatCents, toCents } from '#domain/money.ts'
import { imageIdOf, imagePath, type Product, productPath } from '#domain/products/product.ts'
import { Link } from '../ui/link.tsx'

interface FoundProductProps {
  id: string
  product: Product
  isMarked: boolean
  onMark: () => void
  onOpen: () => void
}

/** A result: picture, name and price, both an option for the keyboard and a link for pointer and touch. */
export function FoundProduct({ id, product, isMarked, onMark, onOpen }: FoundProductProps) {
  const { name, price, image, placeholder } = product
  const picture = imageIdOf(image)
  return (
    <Link
      id={id}
      role="option"
      aria-selected={isMarked}
      tabIndex={-1}
      to={productPath(product)}
      state={{ product }}
      onMouseMove={onMark}
      onClick={onOpen}
      className={`flex min-h-18 items-center gap-4 rounded-control border-l-2 px-3 py-2 ${isMarked ? 'border-rosewood bg-paper' : 'border-transparent'}`}
    >
      <img
        src={picture ? imagePath(picture, 320, 'webp') : image}
        alt=""
        width={48}
        height={60}
        decoding="async"
        className="h-15 w-12 shrink-0 rounded-control border border-line bg-paper object-cover"
        style={placeholder ? { backgroundImage: `url(${placeholder})`, backgroundSize: 'cover' } : undefined}
      />
      <span className="min-w-0 flex-1 font-display text-lg leading-snug [overflow-wrap:anywhere]">{name}</span>
      <span className="shrink-0 text-sm tabular-nums">{formatCents(toCents(price))}</span>
    </Link>
  )
}
