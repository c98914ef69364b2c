import { toCents } from '../money.ts'

/** A product in the cart, as the browser stores it: in one of its sizes, when it has several. `price` in major units. */
export interface CartLine {
  _id: string
  /** The variant in which it is bought; missing for a product of one size. */
  variantId?: string
  /** The size of the variant, as shoppers read it. */
  size?: string
  name: string
  price: number
  image: string
  category: string
  color: string
  quantity: number
}

/** Tells the lines of a cart apart: a product may be there in several sizes. */
export const lineKey = ({ _id, variantId }: Pick<CartLine, '_id' | 'variantId'>): string => variantId ?? _id

/** A line as shoppers read it: "Aurelia, M". */
export const lineLabel = ({ name, size }: Pick<CartLine, 'name' | 'size'>): string => (size ? `${name}, ${size}` : name)

export interface Cart {
  products: CartLine[]
}

export const emptyCart: Cart = { products: [] }
/** `price` in major units: the highest one of a shop whose currency has no decimals. */
export const cartLimits = { lines: 50, quantity: 99, price: 10_000_000 } as const

/** Totals of a cart, in whole cents so that sums are exact. */
export function cartTotals(lines: { priceCents: number; quantity: number }[]): {
  selectedItems: number
  totalCents: number
} {
  let selectedItems = 0
  let totalCents = 0
  for (const { priceCents, quantity } of lines) {
    selectedItems += quantity
    totalCents += priceCents * quantity
  }
  return { selectedItems, totalCents }
}

/** The totals of stored lines (prices in major units). */
export const totalsOf = (lines: CartLine[]) =>
  cartTotals(lines.map(({ price, quantity }) => ({ priceCents: toCents(price), quantity })))

/** Reads a stored cart. Never throws: unreadable text is an empty cart, and invalid lines are left out. */
export function readCart(stored: string | null): Cart {
  try {
    const { products } = JSON.parse(stored ?? '') as { products?: unknown }
    if (!Array.isArray(products)) return emptyCart
    const lines = new Map<string, CartLine>()
    for (const line of products.map(readLine)) if (line && !lines.has(lineKey(line))) lines.set(lineKey(line), line)
    return { products: [...lines.values()].slice(0, cartLimits.lines) }
  } catch {
    return emptyCart
  }
}

function readLine(value: unknown): CartLine | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { _id, variantId, size, name, price, image, category, color, quantity } = value as Record<string, unknown>
  if (typeof _id !== 'string' || _id === '' || typeof name !== 'string') return undefined
  if (typeof price !== 'number' || !(price > 0 && price <= cartLimits.price)) return undefined
  if (!Number.isInteger(quantity)) return undefined
  return {
    _id,
    ...(typeof variantId === 'string' && variantId !== '' && { variantId }),
    ...(typeof size === 'string' && size !== '' && { size }),
    name,
    price,
    image: typeof image === 'string' ? image : '',
    category: typeof category === 'string' ? category : '',
    color: typeof color === 'string' ? color : '',
    quantity: Math.min(cartLimits.quantity, Math.max(1, quantity as number)),
  }
}
