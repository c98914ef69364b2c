import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import type { ResponseCache } from '../cache/cache-plugin.ts'
import { rendererFor } from './render.ts'
import type { Pages } from './routes.ts'

/** Serves the pages straight from the sources; edits replace them in the browser. */
export async function developmentPages(app: FastifyInstance, cache: ResponseCache, origin: string): Promise<Pages> {
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server: app.server } }, appType: 'custom' })
  app.addHook('onClose', () => vite.close())
  const loadBuild = () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>
  return {
    render: rendererFor({ app, cache, build: loadBuild, origin }),
    async middleware({ raw: request }, { raw: response }) {
      const passedOn = new Promise<boolean>(resolve => vite.middlewares(request, response, () => resolve(true)))
      const handled = !(await Promise.race([passedOn, once(response, 'close').then(() => false)]))
      return handled
    },
  }
}
