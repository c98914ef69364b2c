const allUpTo = 15
const around = 2

/** The pages that have a button of their own: all while they are few, else the first, the last and those around this one. */
export function shownPages(page: number, totalPages: number): number[] {
  const all = Array.from({ length: totalPages }, (_, index) => index + 1)
  if (totalPages <= allUpTo) return all
  const here = Math.min(page, totalPages)
  return all.filter(each => each === 1 || each === totalPages || Math.abs(each - here) <= around)
}
