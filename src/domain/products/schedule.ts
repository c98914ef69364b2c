/** What the owner chooses; `public` is on sale between the times of its schedule. */
export const statuses = ['public', 'draft', 'hidden'] as const
export type Status = (typeof statuses)[number]

/**
 * What visitors see of a product: `scheduled` is public from a time that is still to come, `ended` was public until one that has
 * passed, and `unfinished` is a color that was added to a style and has no picture yet.
 */
export const visibilities = ['visible', 'draft', 'hidden', 'scheduled', 'ended', 'unfinished'] as const
export type Visibility = (typeof visibilities)[number]

/** What visitors see of a product that is off sale, or not. */
export function visibilityOf({
  isOffSale,
  awaitsPicture,
  status,
  visibleFrom,
}: {
  isOffSale: boolean
  awaitsPicture: boolean
  status: Status
  visibleFrom: Date | null
}): Visibility {
  if (!isOffSale) return 'visible'
  if (status !== 'public') return status
  if (awaitsPicture) return 'unfinished'
  return visibleFrom ? 'scheduled' : 'ended'
}
