import { colors } from '#domain/products/product.ts'
import type { LookedUp, Lookup } from './words/look-up-words.ts'
import { otherNamesOf, synonymsOf } from './words/synonyms.ts'

/** What is looked for, in the words of Postgres's text search. */
export interface Plan {
  /** Every word, or something that means it: each of these has to be found. */
  wide: string[]
  /** Any of the words as they were meant: what has these comes first. */
  exact: string
  /** Every word as it was meant: each of these has to be found. */
  allExact: string[]
  /** Something else than the words themselves is looked for, too. */
  hasOthers: boolean
  /** Any of what stands for the words: whatever has not every word as it was meant has one of these. */
  others?: string
  /** The colors among them, by all their names: what is of that color comes before what tells of it. */
  color?: string
  /** Numbers alone, of which every description has some: they have to stand in the name. */
  isNumber: boolean
  /** What is searched for, when it is not what was typed. */
  corrected?: string
}

/** One word of a search, and all that is taken for it. */
interface Group {
  /** In words for people. */
  shown: string
  isCorrected: boolean
  exact: string[]
  others: string[]
}

/** @returns undefined when there is no word to look for */
export function planSearch({ words, joined }: Lookup): Plan | undefined {
  const groups = words.map(word => (word.isEmpty ? undefined : groupOf(word)))
  const used = groups.filter(group => group !== undefined)
  if (used.length === 0) return undefined

  const ways = [used]
  const pairs = words.slice(0, -1).map(({ word }, at) => ({ at, pair: word + words[at + 1]?.word }))
  for (const { at, pair } of pairs) {
    if (!joined.has(at) && synonymsOf(pair).length === 0) continue
    const asOne: Group = { shown: pair, isCorrected: false, exact: [quote(pair)], others: synonymsOf(pair).map(quote) }
    ways.push([...groups.slice(0, at), asOne, ...groups.slice(at + 2)].filter(group => group !== undefined))
  }
  const exact = [...new Set(ways.flat().flatMap(group => group.exact))].join(' | ')
  const others = anyOf([...new Set(ways.flat().flatMap(group => group.others))])
  const color = used
    .filter(isColor)
    .map(group => anyOf(allFor(group)))
    .join(' | ')
  return {
    wide: eachOf(ways, allFor),
    exact,
    allExact: eachOf(ways, group => group.exact),
    hasOthers: ways.length > 1 || used.some(({ others }) => others.length > 0),
    isNumber: words.every(({ word, isEmpty }) => isEmpty || /^\p{N}+$/u.test(word)),
    ...(others && { others }),
    ...(color && { color }),
    ...(ways.length === 1 &&
      used.some(group => group.isCorrected) && { corrected: used.map(({ shown }) => shown).join(' ') }),
  }
}

/** Whether it tells which of a thing is meant, and not what. */
export const isColorWord = (word: LookedUp): boolean => isColor(groupOf(word))

function groupOf({ word, isKnown, longer, meant, halves }: LookedUp): Group {
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
  const [best] = meant
  if (best === undefined) return as(word, [quote(word)])
  return as(best, meant.map(quote), meant.flatMap(synonymsOf).map(quote))
}

/** Of one way each word, which are found sooner one by one; of several ways any of them. */
function eachOf([first = [], ...others]: Group[][], wordsFor: (group: Group) => string[]): string[] {
  const each = (groups: Group[]) => groups.map(group => anyOf(wordsFor(group)))
  return others.length === 0 ? each(first) : [anyOf([first, ...others].map(groups => `(${allOf(each(groups))})`))]
}

const anyOf = (words: string[]) => words.join(' | ')

/** The one search that has to find all of these. */
export const allOf = (queries: string[]): string => queries.map(query => `(${query})`).join(' & ')

const allFor = ({ exact, others }: Group) => [...new Set([...exact, ...others])]

const isColor = (group: Group) => colors.some(color => allFor(group).includes(quote(color)))

/** Words are letters and digits alone. */
const quote = (word: string) => `'${word}'`
