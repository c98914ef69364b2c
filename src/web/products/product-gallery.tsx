import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { imageIdOf, imagePath, type Product } from '#domain/products/product.ts'
import type { ProductImage } from '#domain/products/variation.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useLazy } from '../ui/use-lazy.ts'
import type { ShownProduct } from './known-product.ts'
import { ProductPicture } from './product-picture.tsx'

const loadEnlargedPicture = async () => (await import('./enlarged-picture.tsx')).EnlargedPicture

/**
 * A product's pictures in a row that scrolls from one to the next, with small ones below it on a desktop. Each is a link to
 * a larger one: in a dialog, or on a page of its own without scripts.
 */
export function ProductGallery({ product }: { product: ShownProduct }) {
  const pictures = picturesOf(product)
  const row = useRef<HTMLDivElement>(null)
  const thumbnails = useRef<HTMLUListElement>(null)
  const isHydrated = useHydrated()
  const [shown, setShown] = useState(0)
  const [isOpen, setIsOpen] = useState(false)
  const [loaded, setLoaded] = useState<string>()
  const smaller = useSmallerPicture(product)
  const picture = pictures[shown] ?? { url: product.image, alt: product.name }
  const EnlargedPicture = useLazy(loadEnlargedPicture, isOpen, () => location.assign(addressOf(picture)))

  function show(index: number) {
    setShown(index)
    row.current?.scrollTo({ left: index * row.current.clientWidth })
  }

  function open(event: MouseEvent<HTMLElement>, index: number) {
    if (isForAnotherTab(event)) return
    event.preventDefault()
    show(index)
    setLoaded(event.currentTarget.querySelector('img')?.currentSrc)
    setIsOpen(true)
  }

  /** The arrow keys go from picture to picture; the focus stays in the row in which it is. */
  function turn(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const next = shown + (step ?? 0)
    if (!step || event.altKey || !pictures[next]) return
    event.preventDefault()
    const list = thumbnails.current?.contains(event.target as Node) ? thumbnails : row
    list.current?.querySelectorAll('a')[next]?.focus({ preventScroll: list === row })
    show(next)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside have the focus; their keys are handled together
    <div className="min-w-0 self-start md:sticky md:top-24" onKeyDown={turn}>
      <div className="relative overflow-hidden rounded-card border border-line bg-paper">
        <div
          ref={row}
          className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none]"
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setShown(Math.round(scrollLeft / clientWidth))}
        >
          {pictures.map(({ url, alt }, index) => (
            <a
              key={url}
              id={`picture-${index + 1}`}
              href={addressOf({ url })}
              aria-label={index === 0 ? 'Enlarge the picture' : `Enlarge picture ${index + 1}`}
              tabIndex={isHydrated && index !== shown ? -1 : undefined}
              onClick={event => open(event, index)}
              className="block w-full shrink-0 cursor-zoom-in snap-start -outline-offset-4"
            >
              <ProductPicture
                product={{
                  image: url,
                  name: alt,
                  placeholder: index === 0 ? (smaller ?? product.placeholder) : undefined,
                }}
                sizes="(width >= 80rem) 37rem, (width >= 48rem) 46vw, 92vw"
                priority={index === 0}
                className="aspect-4/5 w-full object-cover"
                transitionName={index === 0 ? `product-${product._id}` : undefined}
              />
            </a>
          ))}
        </div>
        {product.images && pictures.length > 1 && (
          <p className="pointer-events-none absolute right-3 bottom-3 rounded-full bg-paper px-3 py-1 text-xs tabular-nums md:hidden noscript:hidden">
            {shown + 1} of {pictures.length}
          </p>
        )}
      </div>
      {pictures.length > 1 && (
        <ul
          ref={thumbnails}
          aria-label="Pictures"
          className="-mx-1 mt-2 flex h-22 gap-2 overflow-x-auto p-1 [scrollbar-width:thin] max-md:hidden"
        >
          {pictures.map(({ url }, index) => (
            <li key={url} className="shrink-0">
              <a
                href={`#picture-${index + 1}`}
                aria-label={`Picture ${index + 1}`}
                aria-current={index === shown || undefined}
                onClick={event => {
                  event.preventDefault()
                  show(index)
                }}
                className="block w-16 overflow-hidden rounded-control border border-line outline-offset-1 aria-[current]:border-ink"
              >
                <ProductPicture
                  product={{ image: url, name: '' }}
                  sizes="4rem"
                  className="aspect-4/5 w-full object-cover"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {EnlargedPicture && (
        <EnlargedPicture
          picture={picture}
          name={product.name}
          loaded={loaded}
          open={isOpen}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  )
}

/** Until all have loaded, the two that lists know. An address is there once, because it tells the pictures apart. */
function picturesOf({ name, image, secondImage, images }: ShownProduct): ProductImage[] {
  const known = [image, secondImage].flatMap(url => (url ? { url, alt: '' } : []))
  const all = images?.length ? images : known
  return [...new Map(all.map(each => [each.url, each])).values()].map(({ url, alt }, index) => ({
    url,
    alt: alt || (index === 0 ? name : `${name}, picture ${index + 1}`),
  }))
}

function addressOf({ url }: Pick<ProductImage, 'url'>): string {
  const id = imageIdOf(url)
  return id ? imagePath(id, 1280, 'webp') : url
}

const isForAnotherTab = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) => ctrlKey || metaKey || shiftKey || altKey

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
