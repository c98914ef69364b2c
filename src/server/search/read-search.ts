import { priceBands } from '#domain/products/product.ts'
import { plain, wordsOf } from './words/text.ts'

/** A parsed search text. */
export interface Search {
  words: string[]
  /** The last word may be incomplete. */
  isLastWordOpen: boolean
  /** In dollars. */
  minPrice?: number
  /** In dollars. */
  maxPrice?: number
  /** The visitor asks for new arrivals of any kind. */
  wantsNewest?: boolean
}

/** Words that apply to any product, so they do not narrow a search. */
const noiseWords = new Set(
  'women woman womens ladies lady girls buy shop please best nice beautiful pretty new latest little color colour coloured colored dollar dollars usd find show looking need want something price priced less than'.split(
    ' ',
  ),
)

// The patterns expect single spaces between words.
const amount = String.raw`\$? ?(\d{1,6}(?:\.\d{1,2})?) ?(?:dollars?|usd|bucks|\$)?`
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

/** Parses the typed text: 'Silk dresses under $150' is two words and a maximum price. */
export function readSearch(typed: string): Search {
  const text = plain(typed)
    .replace(/\s+/g, ' ')
    .replace(/ [&+] /g, ' and ')
  for (const pattern of [between, range]) {
    const found = pattern.exec(text)
    if (!found) continue
    const [minPrice, maxPrice] = [Number(found[1]), Number(found[2])].sort((a, b) => a - b)
    return { ...rest(text, pattern), minPrice, maxPrice }
  }
  const max = upperBound.exec(text)
  if (max) return { ...rest(text, upperBound), maxPrice: Number(max[1]) }
  const min = lowerBound.exec(text)
  if (min) return { ...rest(text, lowerBound), minPrice: Number(min[1]) }
  if (cheap.test(text)) return { ...rest(text, cheap), maxPrice: priceBands[0].max }
  if (expensive.test(text)) return { ...rest(text, expensive), minPrice: priceBands.at(-1)?.min }
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
