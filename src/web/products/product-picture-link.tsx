import { type MouseEvent, useState } from 'react'
import { imageIdOf, imagePath, type Product } from '#domain/products/product.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useLazy } from '../ui/use-lazy.ts'
import { ProductPicture } from './product-picture.tsx'

const loadEnlargedPicture = async () => (await import('./enlarged-picture.tsx')).EnlargedPicture

/** A product's picture as a link to a larger one: in a dialog, or on a page of its own without scripts. */
export function ProductPictureLink({ product }: { product: Product }) {
  const [isOpen, setIsOpen] = useState(false)
  const [loaded, setLoaded] = useState<string>()
  const smaller = useSmallerPicture(product)
  const id = imageIdOf(product.image)
  const href = id ? imagePath(id, 1280, 'webp') : product.image
  const EnlargedPicture = useLazy(loadEnlargedPicture, isOpen, () => location.assign(href))

  function open(event: MouseEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return // opens in another tab
    event.preventDefault()
    setLoaded(event.currentTarget.querySelector('img')?.currentSrc)
    setIsOpen(true)
  }

  return (
    <>
      <a
        href={href}
        aria-label="Enlarge the picture"
        onClick={open}
        className="block cursor-zoom-in self-start md:sticky md:top-24 overflow-hidden rounded-card border border-line bg-paper"
      >
        <ProductPicture
          product={smaller ? { ...product, placeholder: smaller } : product}
          sizes="(width >= 80rem) 37rem, (width >= 48rem) 46vw, 92vw"
          priority
          className="aspect-4/5 w-full object-cover"
          transitionName={`product-${product._id}`}
        />
      </a>
      {EnlargedPicture && (
        <EnlargedPicture product={product} loaded={loaded} open={isOpen} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}

/**
 * The address of the product's picture on the page that the visitor is leaving, where it is smaller: it stands in
 * until the larger one has loaded.
 */
function useSmallerPicture({ image }: Product): string | undefined {
  const isHydrated = useHydrated()
  const [address] = useState(() => {
    const id = imageIdOf(image)
    if (!id || !isHydrated) return undefined // a page opened by its address has loaded none before
    return [...document.images].find(each => each.complete && each.currentSrc.includes(`/images/${id}/`))?.currentSrc
  })
  return address
}
