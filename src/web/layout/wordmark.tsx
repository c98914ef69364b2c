import type { CSSProperties } from 'react'
import { house } from '#domain/shop-info.ts'
import { wordmarkFit } from './wordmark-fit.ts'

/** The house's name in its display face. */
export const Wordmark = () => (
  <span style={wordmarkFit(house.name) as CSSProperties} className="wordmark">
    {house.name}
  </span>
)
