import type { CSSProperties } from 'react'
import { imagePath } from '#domain/products/product.ts'
import { useShop } from '../settings/api.ts'
import { wordmarkFit } from './wordmark-fit.ts'

/** The shop's mark, or its name in its display face. */
export function Wordmark() {
  const { name, mark } = useShop()
  if (mark)
    return (
      <img
        src={imagePath(mark.id, 320, 'webp')}
        srcSet={`${imagePath(mark.id, 320, 'webp')} 1x, ${imagePath(mark.id, 640, 'webp')} 2x`}
        width={mark.width}
        height={mark.height}
        alt={name}
        className="mark"
      />
    )
  return (
    <span style={wordmarkFit(name) as CSSProperties} className="wordmark">
      {name}
    </span>
  )
}
