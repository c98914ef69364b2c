import { type LinkProps, Link as LiveLink, useLocation } from 'react-router'

/** Resolving the hundred links of a page in the router takes a tenth of the page's rendering time. */
function StaticLink(props: LinkProps) {
  const { to, replace, state, preventScrollReset, viewTransition, ...attributes } = props
  if (typeof to !== 'string' || !to.startsWith('/')) return <RouterLink {...props} />
  return <a {...attributes} href={to} />
}

/** The browser knows all routes from the first page on, so links need no route discovery. */
const RouterLink = (props: LinkProps) => <LiveLink {...props} discover="none" />

/** A link within the shop; on the server a plain anchor. */
export const Link = import.meta.env.SSR ? StaticLink : RouterLink

/** A link that is marked as current on its own page and, unless `end` is set, on the pages below it. */
export function NavLink({ to, end, ...rest }: LinkProps & { to: string; end?: boolean }) {
  const { pathname } = useLocation()
  return <Link {...rest} to={to} aria-current={isAt(pathname, to, end) ? 'page' : undefined} />
}

/** Every path is below '/', so the home page always ends there. */
export function isAt(pathname: string, to: string, end = to === '/'): boolean {
  const here = pathname.toLowerCase()
  return here === to || (!end && here.startsWith(`${to}/`))
}
