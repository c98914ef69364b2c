import { oneSize } from '#domain/products/size.ts'
import type { FirstCount } from '#server/stock/counts/first-counts.ts'
import { catalogue } from './catalogue.ts'
import { idOf } from './ids.ts'
import { seededRandom } from './random.ts'

/** Of these there are few or none: two sizes and one product are sold out. */
const few: Record<string, number> = {
  'colette-wrap-dress:alpha-XS': 0,
  'colette-wrap-dress:alpha-L': 2,
  'colette-wrap-dress-green:alpha-XL': 0,
  'colette-wrap-dress-green:alpha-S': 1,
  [`lido-shell-anklet:${oneSize}`]: 0,
  [`velours-lipstick:${oneSize}`]: 3,
}
const [least, spread] = [6, 9]

/** How many pieces there are of each variant: the same on every machine. */
export const firstCounts = (): FirstCount[] =>
  catalogue.flatMap(({ slug, sizes = [oneSize] }) =>
    sizes.map(size => {
      const key = `${slug}:${size}`
      return {
        variantId: size === oneSize ? idOf('product', slug) : idOf('variant', key),
        productId: idOf('product', slug),
        pieces: few[key] ?? least + Math.floor(seededRandom(`pieces of ${key}`)() * spread),
      }
    }),
  )
