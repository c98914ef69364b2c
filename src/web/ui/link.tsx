import { type LinkProps, Link as LiveLink } from 'react-router'

/** Asking the router about each of the hundred links of a page takes a tenth of the time that its rendering takes. */
function WrittenLink(props: LinkProps) {
  const { to, replace, state, preventScrollReset, viewTransition, ...attributes } = props
  if (typeof to !== 'string' || !to.startsWith('/')) return <LiveLink {...props} />
  return <a {...attributes} href={to} data-discover="true" />
}

/** A link to a page of the shop; on the server only what it looks like. */
export const Link = import.meta.env.SSR ? WrittenLink : LiveLink
