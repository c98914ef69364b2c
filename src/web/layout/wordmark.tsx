import type { CSSProperties } from 'react'
import { shopInfo } from '#domain/shop-info.ts'
import { wordmarkFit } from './wordmark-fit.ts'

/** The shop's name in its display face. */
export const Wordmark = () => (
  <span style={wordmarkFit(shopInfo.name) as CSSProperties} className="wordmark">
    {shopInfo.name}
  </span>
)
