import type { Db } from '../db/connection.ts'
import { searchesWithResults } from './find-products.ts'
import { type Plan, planSearch } from './plan.ts'
import type { Lookup } from './words/look-up-words.ts'
import { errorsBetween } from './words/spelling.ts'

const maxSuggested = 4
const maxTried = 16

/** Suggests searches when nothing is found: with similar words of the catalogue, or with fewer words. All find something. */
export async function suggestSearches(db: Db, { words, colors }: Lookup): Promise<string[]> {
  const used = words.filter(({ isStopWord }) => !isStopWord)
  const nearest = used.flatMap((each, at) => closeTo(each).map(word => replaced(used, at, word)))
  const shorter = used.length > 1 ? used.map((_, at) => without(used, at)) : []
  const half =
    used.length > 3
      ? used.flatMap((_, at) => used.slice(at + 1).map((_, next) => without(used, at, at + 1 + next)))
      : []
  const single = used.length > 2 ? used.map(each => [each]) : []
  const tried = [...nearest, ...shorter, ...half, ...single].slice(0, maxTried).flatMap(each => {
    const plan: Plan | undefined = planSearch({ words: each, joined: new Map(), colors })
    return plan ? [{ text: plan.corrected ?? each.map(({ word }) => word).join(' '), plan }] : []
  })
  const found = await searchesWithResults(db, tried)
  return [...new Set(found.map(({ text }) => text))].slice(0, maxSuggested)
}

type Words = Lookup['words']

const closeTo = ({ word: typed, near }: Words[number]) =>
  near.filter(word => typed.startsWith(word) || errorsBetween(typed, word) < 3).slice(0, 3)

const without = (words: Words, ...places: number[]): Words => words.filter((_, at) => !places.includes(at))

const replaced = (words: Words, at: number, word: string): Words =>
  words.map((each, other) =>
    other === at ? { word, isStopWord: false, isKnown: true, longer: [], near: [], corrections: [] } : each,
  )
