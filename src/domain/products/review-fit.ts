import { type Static, Type } from 'typebox'
import { ProductSize } from './variation.ts'

/** What a reviewer can say about the fit, with its words. */
export const fitAnswers = [
  { fit: -1, name: 'Runs small' },
  { fit: 0, name: 'True to size' },
  { fit: 1, name: 'Runs large' },
] as const

/** Heights in cm. A height is near another one up to `nearCm` away. The fit is summarized from `minVotes` on. */
export const fitLimits = { heightCm: { min: 100, max: 230 }, nearCm: 5, minVotes: 5 } as const

const FittedSize = Type.Pick(ProductSize, ['size', 'label'])

/** What a review says about the fit, each part only if its author gave it. */
export const ReviewFit = Type.Object({
  fit: Type.Optional(Type.Integer({ description: '-1 runs small, 0 true to size, 1 runs large' })),
  heightCm: Type.Optional(Type.Integer({ description: 'The height of its author in cm' })),
  usualSize: Type.Optional(Type.Object({ ...FittedSize.properties }, { description: 'What its author usually wears' })),
  boughtSize: Type.Optional(
    Type.Object(
      { ...FittedSize.properties },
      { description: 'On a product and for admins: the size that its author has bought, from a paid order' },
    ),
  ),
})
export type ReviewFit = Static<typeof ReviewFit>

/** How many buyers say so about the fit of a product, by a review or by what they sent back. */
export const FitCount = Type.Object({ fit: Type.Integer(), count: Type.Integer() })
export type FitCount = Static<typeof FitCount>

/** Whether this is a height of a person in whole cm. */
export const isHeight = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= fitLimits.heightCm.min && Number(value) <= fitLimits.heightCm.max

/** Lists every answer about the fit with its number of reviews. @param counts the numbers of reviews by answer */
export const listFitCounts = (counts: Readonly<Record<number, number>>): FitCount[] =>
  fitAnswers.map(({ fit }) => ({ fit, count: counts[fit] ?? 0 }))

/**
 * Sums up the answers about the fit: "Runs small: 8 of 11 say so". When two answers lead with the same number, none of them is
 * put forward: "Opinions on the fit differ".
 * @returns undefined below 5 answers
 */
export function summarizeFit(counts: readonly FitCount[]): string | undefined {
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  if (total < fitLimits.minVotes) return undefined
  const [first, second] = [...counts].sort((a, b) => b.count - a.count)
  const name = fitAnswers.find(({ fit }) => fit === first?.fit)?.name
  if (!first || !name || first.count === second?.count) return 'Opinions on the fit differ'
  return `${name}: ${first.count.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} say so`
}

/** The fit of a review in one line: "Bought in M · 172 cm · usually wears M · runs small"; undefined when it says nothing. */
export function describeFit({ boughtSize, heightCm, usualSize, fit }: ReviewFit): string | undefined {
  const parts = [
    boughtSize && `Bought in ${boughtSize.label}`,
    heightCm !== undefined && `${heightCm} cm`,
    usualSize && `usually wears ${usualSize.label}`,
    fitAnswers.find(known => known.fit === fit)?.name.toLowerCase(),
  ]
  const line = parts.filter(Boolean).join(' · ')
  return line ? line.charAt(0).toUpperCase() + line.slice(1) : undefined
}

/** What a list of reviews can be limited to. */
export interface FitFilter {
  /** The label of the size bought. */
  size?: string
  /** In cm: heights near this one. */
  heightCm?: number
}

/** The reviews that match. One that does not tell its size or height matches no filter by it. */
export const filterByFit = <T extends ReviewFit>(reviews: readonly T[], { size, heightCm }: FitFilter): T[] =>
  reviews.filter(
    review =>
      (size === undefined || review.boughtSize?.label === size) &&
      (heightCm === undefined || Math.abs((review.heightCm ?? Infinity) - heightCm) <= fitLimits.nearCm),
  )
