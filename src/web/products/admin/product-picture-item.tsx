import { useState } from 'react'
import { shownPicture, willBlur } from '#domain/products/picture-field.ts'
import { imageIdOf, imagePath } from '#domain/products/product.ts'
import { type ProductImage, variationLimits } from '#domain/products/variation.ts'
import { textLink } from '../../ui/form/button.ts'
import { Field } from '../../ui/form/field.tsx'

/** In px. */
interface PictureSize {
  width: number
  height: number
}

export type Move = 'earlier' | 'later'

interface ProductPictureItemProps {
  picture: ProductImage
  /** Its place in the order, from 0. */
  place: number
  isLast: boolean
  onAlt: (alt: string) => void
  onMove: (way: Move) => void
  onRemove: () => void
  onDragStart: () => void
  onDrop: () => void
}

export const sizeOf = ({ width, height }: PictureSize) => `${width}\u00a0×\u00a0${height}`

/** One of a product's pictures, with its text and its place in the order. */
export function ProductPictureItem({
  picture: { url, alt },
  place,
  isLast,
  onAlt,
  onMove,
  onRemove,
  onDragStart,
  onDrop,
}: ProductPictureItemProps) {
  const [stored, setStored] = useState<PictureSize>()
  const id = imageIdOf(url)
  const number = place + 1
  return (
    <li
      draggable
      onDragStart={onDragStart}
      onDragOver={event => event.preventDefault()}
      onDrop={onDrop}
      className="flex min-w-0 flex-wrap items-start gap-4 sm:flex-nowrap"
    >
      <img
        src={id ? imagePath(id, 1280, 'webp') : url}
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setStored({ width, height })}
        alt={place === 0 ? 'The product, as it will be shown' : `Picture ${number}, as it will be shown`}
        width={320}
        height={400}
        draggable={false}
        className="aspect-4/5 w-24 shrink-0 cursor-grab rounded-card border border-line object-cover"
      />
      <div className="min-w-0 flex-1 basis-56">
        {place === 0 && <p className="mb-1 font-medium text-xs">Main picture</p>}
        <Field
          label={`What picture ${number} shows`}
          value={alt}
          maxLength={variationLimits.alt}
          autoComplete="off"
          onChange={({ target }: { target: { value: string } }) => onAlt(target.value)}
        />
        <div className="flex flex-wrap gap-x-4">
          {(['earlier', 'later'] as const).map(way => (
            <button
              key={way}
              type="button"
              data-move={way}
              aria-disabled={way === 'earlier' ? place === 0 : isLast}
              aria-label={`Move ${way}: picture ${number}`}
              className={`${textLink} min-h-11! aria-disabled:opacity-50`}
              onClick={() => onMove(way)}
            >
              Move {way}
            </button>
          ))}
          <button
            type="button"
            data-remove
            aria-label={`Remove the picture ${number}`}
            className={`${textLink} min-h-11!`}
            onClick={onRemove}
          >
            Remove the picture
          </button>
        </div>
        {stored && willBlur(stored) && (
          <p role="status" className="mt-2 border-gold border-l-2 pl-3 text-sm">
            This picture will look blurred: it is kept with {sizeOf(stored)} pixels, and the product’s page shows it
            with {sizeOf(shownPicture)} on a large screen.
          </p>
        )}
      </div>
    </li>
  )
}
