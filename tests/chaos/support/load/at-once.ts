/** Runs the work for each item, at most `max` at a time. */
export async function atOnce<T>(max: number, items: readonly T[], work: (item: T, n: number) => Promise<void>) {
  const rest = items.entries()
  async function lane() {
    for (const [n, item] of rest) await work(item, n)
  }
  await Promise.all(Array.from({ length: max }, lane))
}
