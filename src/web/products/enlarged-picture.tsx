import { X, ZoomIn, ZoomOut } from 'lucide'
import { type MouseEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ProductImage } from '#domain/products/variation.ts'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { iconButton } from '../ui/form/button.ts'
import { Icon } from '../ui/icon.tsx'
import { ProductPicture } from './product-picture.tsx'

interface EnlargedPictureProps {
  picture: ProductImage
  /** The product's. */
  name: string
  /** The address of the smaller picture that is loaded already; it is shown until the large one has loaded. */
  loaded: string | undefined
  open: boolean
  onClose: () => void
}

/** The picture in a full-screen dialog. A click toggles its full size, which scrolls. */
export function EnlargedPicture({ picture, name, loaded, open, onClose }: EnlargedPictureProps) {
  const id = useId()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      labelledBy={id}
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-ivory p-0 text-ink"
    >
      {open && (
        <div className="relative h-full">
          <h2 id={id} className="sr-only">
            {name}, enlarged
          </h2>
          <Zoomable picture={picture} loaded={loaded} />
          <button
            type="button"
            aria-label="Close"
            onClick={onClose}
            className={`${iconButton} absolute! top-3 right-3 border border-line bg-paper`}
          >
            <Icon of={X} className="size-5" />
          </button>
        </div>
      )}
    </Dialog>
  )
}

function Zoomable({ picture, loaded }: Pick<EnlargedPictureProps, 'picture' | 'loaded'>) {
  const [isZoomed, setIsZoomed] = useState(false)
  const view = useRef<HTMLDivElement>(null)
  const icon = isZoomed ? ZoomOut : ZoomIn

  /** The point that was clicked stays in the middle; by keyboard it is the centre of the picture. */
  function toggle({ currentTarget: button, clientX, clientY, detail }: MouseEvent<HTMLButtonElement>) {
    const { left, top, width, height } = button.getBoundingClientRect()
    const [x, y] = detail ? [(clientX - left) / width, (clientY - top) / height] : [0.5, 0.5]
    flushSync(() => setIsZoomed(!isZoomed))
    const { offsetWidth, offsetHeight } = button
    const { clientWidth, clientHeight } = view.current ?? button
    view.current?.scrollTo(x * offsetWidth - clientWidth / 2, y * offsetHeight - clientHeight / 2)
  }

  return (
    <div ref={view} className="flex h-full overflow-auto overscroll-contain">
      <button
        type="button"
        aria-label={isZoomed ? 'Zoom out' : 'Zoom in'}
        onClick={toggle}
        style={{ backgroundImage: loaded && `url("${loaded}")` }}
        className={`m-auto shrink-0 bg-contain bg-center bg-no-repeat -outline-offset-4 ${isZoomed ? 'w-[1280px] cursor-zoom-out' : 'cursor-zoom-in'}`}
      >
        <ProductPicture
          product={{ image: picture.url, name: picture.alt }}
          sizes="1280px"
          priority
          className={isZoomed ? 'h-auto w-full' : 'aspect-4/5 w-[min(100vw,80dvh)] object-contain'}
        />
        <span className="pointer-events-none fixed right-3 bottom-3 inline-flex size-11 items-center justify-center rounded-full border border-line bg-paper">
          <Icon of={icon} className="size-5" />
        </span>
      </button>
    </div>
  )
}
