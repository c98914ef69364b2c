import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import type { ResponseCache } from '../cache/cache-plugin.ts'
import { StartupError } from '../lib/startup-error.ts'
import { rendererFor } from './render.ts'
import type { Pages } from './routes.ts'

const folder = join(import.meta.dirname, '../../../build')

/** Loads the pages from the finished build of `src/web`. */
export async function builtPages(app: FastifyInstance, cache: ResponseCache, origin: string): Promise<Pages> {
  const build = await import(join(folder, 'server/index.js')).catch(error => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new StartupError('The pages are not built yet: run npm run build, or start the shop with npm start.')
  })
  const render = rendererFor({ app, cache, build: withoutPreloads(build), origin })
  return { render, assets: join(folder, 'client') }
}

/**
 * React Router preloads what the modules of a page import, with the priority of what blocks it. A page can be read before its
 * scripts are there, so its fonts and pictures come first.
 */
function withoutPreloads(build: ServerBuild): ServerBuild {
  const { entry, routes } = build.assets
  const others = Object.entries(routes).map(([id, route]) => [id, route && { ...route, imports: [] }])
  return {
    ...build,
    assets: { ...build.assets, entry: { ...entry, imports: [] }, routes: Object.fromEntries(others) },
  }
}
