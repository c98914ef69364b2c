/** Every shared response has this tag: purging it purges all of them. */
export const everything = 'everything'

/** Shorter than the whole head that nginx accepts by default, 4 KB, and than one header of Varnish, 8 KB. */
const maxBytes = 2_000
const plain = /^[\w-]+(?::[\w-]+)?$/

/** The tag that any change of its kind purges, such as `product` for `product:ID`. */
const coarse = (tag: string): string => tag.split(':', 1)[0] ?? tag

/** Ids in addresses are typed by anybody, and not all of them may stand in a header. */
const safe = (tag: string): string => (plain.test(tag) ? tag : coarse(tag))

/** The tags that a shared response carries, at most 2,000 bytes: with too many of them, one for each kind. */
export function tagsOfResponse(cacheTags: readonly string[]): string[] {
  const tags = [...new Set([everything, ...cacheTags.map(safe)])]
  return tags.join(' ').length <= maxBytes ? tags : [...new Set(tags.map(coarse))]
}

/** The tags to purge after a change. */
export const tagsOfChange = (changed: readonly string[] | 'all'): string[] =>
  changed === 'all' ? [everything] : [...new Set(changed.flatMap(tag => [safe(tag), coarse(tag)]))]
