import { type LinkProps, Link as LiveLink, useLocation } from 'react-router'

/** Asking the router about each of the hundred links of a page takes a tenth of the time that its rendering takes. */
function WrittenLink(props: LinkProps) {
  const { to, replace, state, preventScrollReset, viewTransition, ...attributes } = props
  if (typeof to !== 'string' || !to.startsWith('/')) return <KnownLink {...props} />
  return <a {...attributes} href={to} />
}

/** The browser knows all routes from the first page on: no link has to be looked at for new ones. */
const KnownLink = (props: LinkProps) => <LiveLink {...props} discover="none" />

/** A link to a page of the shop; on the server only what it looks like. */
export const Link = import.meta.env.SSR ? WrittenLink : KnownLink

/** A link that is marked on its own page, and unless it is to `end` there, on those below it. */
export function NavLink({ to, end, ...rest }: LinkProps & { to: string; end?: boolean }) {
  const { pathname } = useLocation()
  return <Link {...rest} to={to} aria-current={isAt(pathname, to, end) ? 'page' : undefined} />
}

/** Every page is below the home page, so that one always ends there. */
export function isAt(pathname: string, to: string, end = to === '/'): boolean {
  const here = pathname.toLowerCase()
  return here === to || (!end && here.startsWith(`${to}/`))
}
