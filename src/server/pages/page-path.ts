const [maxDepth, maxLength] = [8, 1_000]

/** Control characters such as tabs and line ends, from which React Router cannot build an address again. */
const control = /%(?:[01][\da-f]|7f|e2%80%a[89])/i

/**
 * Tells whether an address can be a page of the shop at all. Matching a path takes time that grows with the square of its depth, so
 * a path far deeper than any page is never matched.
 */
export function isPossiblePagePath(url: string): boolean {
  const [path = ''] = url.split('?', 1)
  return path.length <= maxLength && path.split('/').length <= maxDepth && !control.test(path)
}
