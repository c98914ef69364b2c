import { findFit, readFits } from '#domain/products/size.ts'
import { storage } from '../../storage.ts'

const key = 'sizes'

/** The sizes that this browser keeps, as codes of fits in their order; none without. */
export const readOwnSizes = (): string[] => (readFits(storage.read(key)) ?? []).filter(findFit)

export function writeOwnSizes(sizes: string[]): void {
  if (sizes.length > 0) storage.write(key, sizes.join())
  else storage.remove(key)
}
