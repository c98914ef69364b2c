const [deepest, longest, mostPaths] = [8, 1_000, 200]

/**
 * Whether an address may be one of the shop's pages at all. Finding the page of a path takes time that grows with the square of
 * its depth, so what is far deeper than any page is never looked for; nor are more paths at once than a page has links.
 */
export function isWithinReason(url: string): boolean {
  const { pathname, searchParams } = new URL(`http://shop${url}`)
  const paths = pathname === '/__manifest' ? (searchParams.get('paths') ?? '').split(',') : [pathname]
  return paths.length <= mostPaths && paths.every(path => path.length <= longest && path.split('/').length <= deepest)
}
