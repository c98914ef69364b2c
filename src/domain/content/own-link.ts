import type { ContentKind } from './content.ts'

/** The page or the post to which a link within the shop leads; undefined for every other link. */
export function contentOfLink(link: string): { kind: ContentKind; address: string } | undefined {
  const [, root = '', address = ''] = /^\/(pages|blogs)\/([^?#]*?)\/?(?:[?#]|$)/i.exec(link) ?? []
  if (address === '') return undefined
  return { kind: root.toLowerCase() === 'pages' ? 'page' : 'post', address: address.toLowerCase() }
}
