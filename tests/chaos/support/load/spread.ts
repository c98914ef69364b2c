/** Picks about this many items, evenly from the first to the last. */
export const spread = <T>(items: readonly T[], count: number): T[] => {
  const step = Math.ceil(items.length / count)
  return items.filter((_, n) => n % step === 0)
}
