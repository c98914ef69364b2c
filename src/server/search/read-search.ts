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

// Whatever currency is typed before or after a number, the shop's own is meant.
const signBefore =
  /(?<![\p{L}\p{N}])(?:[a-z]{0,2}\$|[€£¥]|(?:kr|zl|kc|usd|eur|gbp|chf|sek|nok|dkk|pln|czk|cad|aud|nzd|sgd|jpy)(?!\p{L}))(?= ?\d)/gu
const signAfter =
  /(?<=\d ?)(?:[€£¥]|(?:dollars?|bucks|euros?|pounds?|francs?|kron(?:a|or|e|er)|zloty|koruna?|yen|kr|zl|kc|usd|eur|gbp|chf|sek|nok|dkk|pln|czk|cad|aud|nzd|sgd|jpy)(?!\p{L}))/gu
const inDollars = (text: string) =>
  text
    .replace(signBefore, '$')
    .replace(signAfter, '$')
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')

// The patterns expect single spaces between words.
const amount = String.raw`\$? ?(\d{1,8}(?:\.\d{1,2})?) ?\$?`
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
  const priced = inDollars(text)
  for (const pattern of [between, range]) {
    const found = pattern.exec(priced)
    if (!found) continue
    const [minPrice, maxPrice] = [Number(found[1]), Number(found[2])].sort((a, b) => a - b)
    return { ...rest(priced, pattern), minPrice, maxPrice }
  }
  const max = upperBound.exec(priced)
  if (max) return { ...rest(priced, upperBound), maxPrice: Number(max[1]) }
  const min = lowerBound.exec(priced)
  if (min) return { ...rest(priced, lowerBound), minPrice: Number(min[1]) }
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
