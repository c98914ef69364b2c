import { allOf, isColorWord, type Plan, planSearch } from './plan.ts'
import type { Lookup, WordLookup } from './words/look-up-words.ts'

const separators = new Set(['and', 'or'])

/**
 * Plans a search for either of two things, such as 'earrings and necklace'.
 * @returns undefined unless there are two things: 'black and white dress' is one
 */
export function planEither({ words, colors }: Lookup): Plan | undefined {
  const sides: WordLookup[][] = [[]]
  for (const each of words) {
    if (separators.has(each.word)) sides.push([])
    else sides.at(-1)?.push(each)
  }
  if (sides.length < 2 || sides.some(side => side.every(word => word.isStopWord || isColorWord(word, colors))))
    return undefined

  const plans = sides.flatMap(side => {
    const plan = planSearch({ words: side, joined: new Map(), colors })
    return plan ? [{ ...plan, shown: plan.corrected ?? side.map(({ word }) => word).join(' ') }] : []
  })
  const others = plans.flatMap(plan => plan.others ?? []).join(' | ')
  const color = plans.flatMap(plan => plan.color ?? []).join(' | ')
  return {
    wide: [plans.map(({ wide }) => `(${allOf(wide)})`).join(' | ')],
    exact: plans.map(({ exact }) => exact).join(' | '),
    allExact: [plans.map(({ allExact }) => `(${allOf(allExact)})`).join(' | ')],
    hasOthers: true,
    isNumber: plans.every(({ isNumber }) => isNumber),
    ...(others && { others }),
    ...(color && { color }),
    ...(plans.some(({ corrected }) => corrected) && { corrected: plans.map(({ shown }) => shown).join(' or ') }),
  }
}
