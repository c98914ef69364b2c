const [maxDepth, maxLength] = [8, 1_000]

/** Tabs, line ends and their like, of which React Router cannot make an address again. */
const control = /%(?:[01][\da-f]|7f|e2%80%a[89])/i

/**
 * Whether an address may be one of the shop's pages at all. Finding the page of a path takes time that grows with the square of
 * its depth, so what is far deeper than any page is never looked for.
 */
export function isWithinReason(url: string): boolean {
  const [path = ''] = url.split('?', 1)
  return path.length <= maxLength && path.split('/').length <= maxDepth && !control.test(path)
}
