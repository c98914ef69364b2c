import type { Lookup, WordLookup } from './words/look-up-words.ts'
import { otherNamesOf, synonymsOf } from './words/synonyms.ts'

/** What a search looks for, in the query syntax of PostgreSQL's text search. */
export interface Plan {
  /** One query per word, for the word or an alternative: a product must match each. */
  wide: string[]
  /** Any of the words as meant: products that have them come first. */
  exact: string
  /** One query per word, for the word as meant: a product must match each. */
  allExact: string[]
  /** Whether the search also accepts alternatives to the words. */
  hasOthers: boolean
  /** Any of the alternatives: a match that does not have every word as meant has one of these. */
  others?: string
  /** The colors among the words, by all their names: products of the color come before those that mention it. */
  color?: string
  /** The search consists of numbers, which every description contains, so they must be in the name. */
  isNumber: boolean
  /** The corrected text, when it differs from the typed one. */
  corrected?: string
}

/** One word of a search and its alternatives. */
interface Group {
  /** The text to show to people. */
  shown: string
  isCorrected: boolean
  exact: string[]
  others: string[]
}

/**
 * Plans a search for all words.
 * @returns undefined when there is no word to search for
 */
export function planSearch({ words, joined, colors }: Lookup): Plan | undefined {
  const groups = words.map(word => (word.isStopWord ? undefined : groupOf(word)))
  const used = groups.filter(group => group !== undefined)
  if (used.length === 0) return undefined

  const readings = [used]
  const pairs = words.slice(0, -1).map(({ word }, at) => ({ at, pair: word + words[at + 1]?.word }))
  for (const { at, pair } of pairs) {
    if (!joined.has(at) && synonymsOf(pair).length === 0) continue
    const asOne: Group = { shown: pair, isCorrected: false, exact: [quote(pair)], others: synonymsOf(pair).map(quote) }
    readings.push([...groups.slice(0, at), asOne, ...groups.slice(at + 2)].filter(group => group !== undefined))
  }
  const exact = [...new Set(readings.flat().flatMap(group => group.exact))].join(' | ')
  const others = anyOf([...new Set(readings.flat().flatMap(group => group.others))])
  const color = used
    .filter(group => isColor(group, colors))
    .map(group => anyOf(allFor(group)))
    .join(' | ')
  return {
    wide: eachOf(readings, allFor),
    exact,
    allExact: eachOf(readings, group => group.exact),
    hasOthers: readings.length > 1 || used.some(({ others }) => others.length > 0),
    isNumber: words.every(({ word, isStopWord }) => isStopWord || /^\p{N}+$/u.test(word)),
    ...(others && { others }),
    ...(color && { color }),
    ...(readings.length === 1 &&
      used.some(group => group.isCorrected) && { corrected: used.map(({ shown }) => shown).join(' ') }),
  }
}

/** Whether a word is a color, which describes a product and does not name one. */
export const isColorWord = (word: WordLookup, colors: readonly string[]): boolean => isColor(groupOf(word), colors)

function groupOf({ word, isKnown, longer, corrections, halves }: WordLookup): Group {
  const as = (shown: string, exact: string[], others: string[] = []): Group => ({
    shown,
    isCorrected: shown !== word,
    exact,
    others: [...others, ...synonymsOf(word).map(quote)],
  })
  if (isKnown) return as(word, [quote(word)], longer.map(quote))
  if (synonymsOf(word).length > 0) return as(word, [word, ...otherNamesOf(word)].map(quote), longer.map(quote))
  if (longer.length > 0) return as(word, longer.map(quote), longer.flatMap(synonymsOf).map(quote))
  if (halves) return as(halves.join(' '), [`(${halves.map(quote).join(' & ')})`])
  const [best] = corrections
  if (best === undefined) return as(word, [quote(word)])
  return as(best, corrections.map(quote), corrections.flatMap(synonymsOf).map(quote))
}

/** For one reading a query per word, which are faster one by one; for several readings one query for any of them. */
function eachOf([first = [], ...others]: Group[][], wordsFor: (group: Group) => string[]): string[] {
  const each = (groups: Group[]) => groups.map(group => anyOf(wordsFor(group)))
  return others.length === 0 ? each(first) : [anyOf([first, ...others].map(groups => `(${allOf(each(groups))})`))]
}

const anyOf = (words: string[]) => words.join(' | ')

/** Returns one query that requires all of these. */
export const allOf = (queries: string[]): string => queries.map(query => `(${query})`).join(' & ')

const allFor = ({ exact, others }: Group) => [...new Set([...exact, ...others])]

const isColor = (group: Group, colors: readonly string[]) => colors.some(color => allFor(group).includes(quote(color)))

/** Needs no escaping, because words consist of letters and digits. */
const quote = (word: string) => `'${word}'`
