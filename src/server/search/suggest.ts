import type { Db } from '../db/connection.ts'
import { keepFinding } from './find-products.ts'
import type { Lookup } from './look-up-words.ts'
import { type Plan, planSearch } from './plan.ts'

const mostSuggested = 4
const mostTried = 12

/** When nothing is found: the same with the nearest words that the catalogue has, or with one word less; all find something. */
export async function suggestSearches(db: Db, { words }: Lookup): Promise<string[]> {
  const used = words.filter(({ isEmpty }) => !isEmpty)
  const nearest = used.flatMap(({ near }, at) => near.slice(0, 3).map(word => replaced(used, at, word)))
  const shorter = used.length > 1 ? used.map((_, at) => used.filter((_, other) => other !== at)) : []
  const single = used.length > 2 ? used.map(each => [each]) : []
  const tried = [...nearest, ...shorter, ...single].slice(0, mostTried).flatMap(each => {
    const plan: Plan | undefined = planSearch({ words: each, joined: new Map() })
    return plan ? [{ text: plan.corrected ?? each.map(({ word }) => word).join(' '), plan }] : []
  })
  const found = await keepFinding(db, tried)
  return [...new Set(found.map(({ text }) => text))].slice(0, mostSuggested)
}

type Words = Lookup['words']

const replaced = (words: Words, at: number, word: string): Words =>
  words.map((each, other) => (other === at ? { word, isEmpty: false, isKnown: true, longer: [], near: [] } : each))
