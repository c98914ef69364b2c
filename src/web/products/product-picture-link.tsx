import { type MouseEvent, useState } from 'react'
import { imageIdOf, imagePath, type Product } from '#domain/product.ts'
import { EnlargedPicture } from './enlarged-picture.tsx'
import { ProductPicture } from './product-picture.tsx'

/** A product's picture that leads to a larger one: in a dialog, or in a page of its own where there are no scripts. */
export function ProductPictureLink({ product }: { product: Product }) {
  const [isOpen, setIsOpen] = useState(false)
  const id = imageIdOf(product.image)

  function open(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return // for another tab
    event.preventDefault()
    setIsOpen(true)
  }

  return (
    <>
      <a
        href={id ? imagePath(id, 1280, 'webp') : product.image}
        aria-label="Enlarge the picture"
        onClick={open}
        className="block cursor-zoom-in self-start overflow-hidden rounded-card border border-line bg-paper"
      >
        <ProductPicture
          product={product}
          sizes="(width >= 80rem) 37rem, (width >= 48rem) 46vw, 92vw"
          priority
          className="aspect-4/5 w-full object-cover"
          transitionName={`product-${product._id}`}
        />
      </a>
      <EnlargedPicture product={product} open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
