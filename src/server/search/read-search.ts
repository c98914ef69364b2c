import { currencyCodes } from '#domain/currency.ts'
import { plain, wordsOf } from './words/text.ts'

/** A parsed search text. */
export interface Search {
  words: string[]
  /** The last word may be incomplete. */
  isLastWordOpen: boolean
  /** In major units. */
  minPrice?: number
  /** In major units. */
  maxPrice?: number
  /** The visitor asks for new arrivals of any kind. */
  wantsNewest?: boolean
}

/** Words that apply to any product, so they do not narrow a search. */
const noiseWords = new Set([
  ...'women woman womens ladies lady girls buy shop please best nice beautiful pretty new latest little color colour coloured colored dollar dollars usd find show looking need want something price priced less than euro euros yen'.split(
    ' ',
  ),
  ...currencyCodes.map(code => code.toLowerCase()),
])

// The patterns expect single spaces between words.
const codes = currencyCodes.join('|').toLowerCase()
const sign = String.raw`[a-z]{0,3}\$|[€£¥]|kr|zl|kc|${codes}`
const noun = 'dollars?|bucks|euros?|pounds?|francs?|kron(?:a|or|e|er)|zlot(?:y|ych)|koruna?|yen'
// Whatever currency is typed, the shop's own is meant.
const amount = String.raw`(?:${sign})? ?(\d{1,3}(?:,\d{3})+|\d{1,8}(?:\.\d{1,2})?) ?(?:${noun}|${sign})?`
const amountIn = (text: string | undefined) => Number(text?.replaceAll(',', ''))
const between = new RegExp(String.raw`\b(?:between|from) ${amount} ?(?:and|to|-) ?${amount}(?![\w.])`)
const range = new RegExp(
  String.raw`(?<![\w.,-]|\bsizes? ?)(?!0\d)${amount} ?(?:-|–|to) ?(?!0\d)${amount}(?![\w.,-]| ?(?:ml|cm|mm|years?)\b)`,
)
const upperBound = new RegExp(
  String.raw`(?:\b(?:under|below|less than|cheaper than|up to|at most|max)|<) ?${amount}(?![\w.])`,
)
const lowerBound = new RegExp(String.raw`(?:\b(?:over|above|more than|at least|from|min)|>) ?${amount}(?![\w.])`)
const cheap = /\b(?:cheap|cheaper|affordable|inexpensive|budget)\b/
const expensive = /\b(?:expensive|luxury|luxurious)\b/
const news = /\b(?:what )?(?:new(?:est)?(?: arrivals?| in)?|latest)\b/

/**
 * Parses the typed text: 'Silk dresses under $150' is two words and a maximum price.
 * @param priceBands where the shop's price bands end: 'cheap' is the first band, 'luxury' the last one
 */
export function readSearch(typed: string, priceBands: readonly number[]): Search {
  const text = plain(typed)
    .replace(/\s+/g, ' ')
    .replace(/ [&+] /g, ' and ')
  for (const pattern of [between, range]) {
    const found = pattern.exec(text)
    if (!found) continue
    const [minPrice, maxPrice] = [amountIn(found[1]), amountIn(found[2])].sort((a, b) => a - b)
    return { ...rest(text, pattern), minPrice, maxPrice }
  }
  const max = upperBound.exec(text)
  if (max) return { ...rest(text, upperBound), maxPrice: amountIn(max[1]) }
  const min = lowerBound.exec(text)
  if (min) return { ...rest(text, lowerBound), minPrice: amountIn(min[1]) }
  if (cheap.test(text)) return { ...rest(text, cheap), maxPrice: priceBands[0] }
  if (expensive.test(text)) return { ...rest(text, expensive), minPrice: priceBands.at(-1) }
  if (news.test(text)) return { ...rest(text, news), wantsNewest: true }
  return rest(text)
}

function rest(text: string, read?: RegExp): Search {
  const left = read ? text.replace(read, ' ') : text
  const all = wordsOf(left)
  const words = all.filter(word => !noiseWords.has(word))
  const isLastWordOpen = /[\p{L}\p{N}]$/u.test(left) && words.at(-1) === all.at(-1)
  return { words: words.length > 0 || read ? words : all, isLastWordOpen }
}
