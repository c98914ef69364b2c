import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import type { TSchema } from 'typebox'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config/settings.ts'
import { openDatabase } from '#server/db/connection.ts'
import type { Access } from '#server/http/access.ts'
import { diskStorage } from '#server/images/disk.ts'
import { randomIds, systemClock } from '#server/lib/clock.ts'
import { builtPages } from '#server/pages/built.ts'
import type { Payments } from '#server/payments/payments.ts'
import { hostedPages } from '../../../src/sandbox/hosted-page/hosted.ts'

export interface Route {
  method: string
  url: string
  access: Access
  schema: { params?: TSchema; querystring?: TSchema; body?: TSchema }
}

/** The path pattern of every page, such as `/shop/:id/:name?`. */
export async function listPages(): Promise<string[]> {
  const { routes } = (await import(new URL('../../../build/server/index.js', import.meta.url).href)) as ServerBuild
  const pathOf = ({ parentId, path }: { parentId?: string; path?: string }): string => {
    const parent = parentId === undefined ? undefined : routes[parentId]
    return [parent && pathOf(parent), path].filter(Boolean).join('/')
  }
  return [...new Set(Object.values(routes).flatMap(route => (route ? [`/${pathOf(route)}`] : [])))]
}

/** Every route of the shop with its schemas, from an app that serves no request. */
export async function listRoutes(): Promise<Route[]> {
  const routes: Route[] = []
  const listen = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url, config, schema }) => {
      for (const each of [method].flat())
        routes.push({
          method: each,
          url,
          access: config?.access ?? 'anyone',
          schema: (schema ?? {}) as Route['schema'],
        })
    })
  subscribe('fastify.initialization', listen)
  const db = openDatabase({ host: 'nowhere', port: 1, user: 'nobody', database: 'none' })
  const pages = hostedPages({} as Parameters<typeof hostedPages>[0], systemClock)
  const app = await buildApp({
    config: readConfig({ LOG_LEVEL: 'silent' }),
    db,
    images: diskStorage('none'),
    payments: { pages } as Payments,
    clock: systemClock,
    ids: randomIds,
    pages: builtPages,
  })
  unsubscribe('fastify.initialization', listen)
  await app.close()
  await db.destroy()
  return routes
}
