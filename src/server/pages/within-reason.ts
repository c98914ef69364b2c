const [deepest, longest] = [8, 1_000]

/** A step of nothing but tabs and line ends, of which React Router cannot make an address again. */
const blankStep = /\/(?:%09|%0a|%0d)+\//i

/**
 * Whether an address may be one of the shop's pages at all. Finding the page of a path takes time that grows with the square of
 * its depth, so what is far deeper than any page is never looked for.
 */
export function isWithinReason(url: string): boolean {
  const [path = ''] = url.split('?', 1)
  return path.length <= longest && path.split('/').length <= deepest && !blankStep.test(path)
}
