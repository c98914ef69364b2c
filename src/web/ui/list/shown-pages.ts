const allUpTo = 15
const around = 2

/** The pages with a link of their own: all of a few, else the first, the last and those around the current one. */
export function shownPages(page: number, totalPages: number): number[] {
  if (totalPages <= allUpTo) return fromTo(1, totalPages)
  const here = Math.min(page, totalPages)
  const near = fromTo(Math.max(2, here - around), Math.min(here + around, totalPages - 1))
  return [1, ...near, totalPages]
}

const fromTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
