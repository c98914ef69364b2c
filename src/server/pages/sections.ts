import { createRequestHandler, type RequestHandler, type ServerBuild } from 'react-router'

type Routes = ServerBuild['routes']

/**
 * A build's pages, each looked for only among those of its own section, as `/shop` and all below it: React Router tries one route
 * after the other, three times for each page, and most of the shop's forty lead elsewhere.
 */
export function bySection(build: ServerBuild): RequestHandler {
  const sections = Map.groupBy(Object.keys(build.routes), id => sectionOf(build.routes, id))
  const inNone = sections.get(undefined) ?? []
  const handlers = new Map(
    [...sections].map(([section, ids]) => {
      const routes = Object.fromEntries([...inNone, ...ids].map(id => [id, build.routes[id]]))
      return [section, createRequestHandler({ ...build, routes }, process.env.NODE_ENV)]
    }),
  )
  const whole = createRequestHandler(build, process.env.NODE_ENV)
  return (request, context) => {
    const section = new URL(request.url).pathname.split('/', 2)[1]
    return (handlers.get(section) ?? whole)(request, context)
  }
}

/** The first step of a route's whole path; undefined when it has none, or it may be any. */
function sectionOf(routes: Routes, id: string): string | undefined {
  const { parentId, path } = routes[id] ?? {}
  const above = parentId === undefined ? undefined : sectionOf(routes, parentId)
  return above ?? path?.match(/^[a-z-]+(?=\/|$)/)?.[0]
}
