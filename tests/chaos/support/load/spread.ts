/** About so many of the items, from the first to the last of them. */
export const spread = <T>(items: readonly T[], count: number): T[] => {
  const step = Math.ceil(items.length / count)
  return items.filter((_, n) => n % step === 0)
}
