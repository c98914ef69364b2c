import { ArrowLeft, ArrowRight, X } from 'lucide'
import { useState } from 'react'
import { variationLimits } from '#domain/products/fields/variation-fields.ts'
import { imageIdOf, imagePath } from '#domain/products/product.ts'
import type { ProductImage } from '#domain/products/variation.ts'
import { iconButton } from '../../../ui/form/button.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Icon } from '../../../ui/icon.tsx'

/** In px. */
export interface PictureSize {
  width: number
  height: number
}

export type Direction = 'earlier' | 'later'

interface PictureItemProps {
  picture: ProductImage
  /** Its place in the order, from 0. */
  place: number
  isLast: boolean
  onLoaded: (size: PictureSize) => void
  onAlt: (alt: string) => void
  onMove: (direction: Direction) => void
  onRemove: () => void
  onDragStart: () => void
  onDragEnd: () => void
  /** The picture that is dragged was dropped here. */
  onDrop: () => void
}

/** One of a product's pictures, with its text and its place in the order. */
export function PictureItem({
  picture: { url, alt },
  place,
  isLast,
  onLoaded,
  onAlt,
  onMove,
  onRemove,
  onDragStart,
  onDragEnd,
  onDrop,
}: PictureItemProps) {
  const [isOver, setIsOver] = useState(false)
  const id = imageIdOf(url)
  const number = place + 1
  return (
    <li
      onDragOver={event => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={() => {
        setIsOver(false)
        onDrop()
      }}
      className={`min-w-0 rounded-card border p-2 ${isOver ? 'border-rosewood' : 'border-line'}`}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
      <div
        draggable
        onDragStart={({ dataTransfer }) => {
          dataTransfer.setData('application/x-picture', url) // Firefox drags nothing without data; no field takes this kind
          onDragStart()
        }}
        onDragEnd={onDragEnd}
        className="relative cursor-grab"
      >
        <img
          src={id ? imagePath(id, 1280, 'webp') : url}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => onLoaded({ width, height })}
          alt={place === 0 ? 'The product, as it will be shown' : `Picture ${number}, as it will be shown`}
          width={320}
          height={400}
          draggable={false}
          className="aspect-4/5 w-full rounded-control object-cover"
        />
        {place === 0 && (
          <p className="absolute bottom-2 left-2 rounded-control bg-paper px-2 py-1 text-xs">Main picture</p>
        )}
      </div>
      <div className="flex justify-between">
        <div className="flex">
          {(['earlier', 'later'] as const).map(direction => (
            <button
              key={direction}
              type="button"
              data-move={direction}
              aria-disabled={direction === 'earlier' ? place === 0 : isLast}
              aria-label={`Move ${direction}: picture ${number}`}
              title={`Move ${direction}`}
              className={`${iconButton} aria-disabled:text-edge`}
              onClick={() => onMove(direction)}
            >
              <Icon of={direction === 'earlier' ? ArrowLeft : ArrowRight} className="size-4" />
            </button>
          ))}
        </div>
        <button
          type="button"
          data-remove
          aria-label={`Remove the picture ${number}`}
          title="Remove the picture"
          className={iconButton}
          onClick={onRemove}
        >
          <Icon of={X} className="size-4" />
        </button>
      </div>
      <Field
        label={`What picture ${number} shows`}
        value={alt}
        maxLength={variationLimits.alt}
        autoComplete="off"
        onChange={({ target }: { target: { value: string } }) => onAlt(target.value)}
      />
    </li>
  )
}
