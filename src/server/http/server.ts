import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { FastifyHttpOptions } from 'fastify'

/** What may answer a request before the app sees it. @returns whether it did */
export type FirstLook = (request: IncomingMessage, response: ServerResponse) => boolean

/** The server of an app: what `firstLook` does not answer goes on to the app. */
export const serverWith =
  (firstLook: FirstLook) =>
  (
    app: RequestListener,
    { http, keepAliveTimeout = 0, connectionTimeout = 0, requestTimeout = 0 }: FastifyHttpOptions<Server>,
  ): Server => {
    const server = createServer(http ?? {}, (request, response) => {
      if (!firstLook(request, response)) app(request, response)
    })
    server.keepAliveTimeout = keepAliveTimeout
    server.requestTimeout = requestTimeout
    server.setTimeout(connectionTimeout)
    return server
  }
