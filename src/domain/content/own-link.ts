import type { ContentKind } from './content.ts'

/** The page or the post to which a link within the shop leads; undefined for every other link. */
export function contentOfLink(link: string): { kind: ContentKind; address: string } | undefined {
  const [, root = '', address = ''] = /^\/(pages|blogs)\/([^?#]*?)\/?(?:[?#]|$)/i.exec(link) ?? []
  if (address === '') return undefined
  return { kind: root.toLowerCase() === 'pages' ? 'page' : 'post', address: address.toLowerCase() }
}

/** What else a link within the shop leads to. */
export type OwnPlace = { kind: 'category' | 'collection' | 'product'; address: string } | { kind: 'none' }

const otherPages =
  /^(shop|sale|search|wishlist|pages|contact|withdraw|blogs|login|register|forgot-password|dashboard|orders|images|api)?$/

/**
 * The category, the collection or the product to which a link within the shop leads, or `none` for a page that the shop does not have;
 * undefined for every other link. What has a dot may be a file that stands beside the shop.
 */
export function placeOfLink(link: string): OwnPlace | undefined {
  const [, path] = /^\/(?!\/)([^?#]*)/.exec(link) ?? []
  if (path === undefined) return undefined
  const [root = '', address = ''] = path.toLowerCase().split('/')
  if (root === 'categories') return { kind: 'category', address }
  if (root === 'collections') return { kind: 'collection', address }
  if (root === 'shop' && address !== '') return { kind: 'product', address }
  return otherPages.test(root) || path.includes('.') ? undefined : { kind: 'none' }
}
