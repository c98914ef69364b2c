/** An arrow key passes over sizes that nobody wants. */
const waitMs = 800

let timer: ReturnType<typeof setTimeout>
/** Tells the taps of this open page apart from those of others; it is stored nowhere. */
let visit: string | undefined
export const visitOf = (): string => {
  visit ??= crypto.getRandomValues(new Uint32Array(4)).join('-')
  return visit
}

/** Tells the shop, after a moment, that somebody wants this size, which cannot be bought now. */
export function noteWanted(variantId: string): void {
  forgetWanted()
  timer = setTimeout(() => send({ variantId }), waitMs)
}

/** Tells the shop that a list has nothing in these sizes. @param fits their codes */
export function noteSizes(fits: string[]): void {
  for (const size of fits) send({ size })
}

function send(wanted: { variantId: string } | { size: string }): void {
  const body = new Blob([JSON.stringify({ ...wanted, visit: visitOf() })], { type: 'application/json' })
  navigator.sendBeacon('/api/stock/wanted', body)
}

/** Another size was chosen in that moment. */
export const forgetWanted = (): void => clearTimeout(timer)
