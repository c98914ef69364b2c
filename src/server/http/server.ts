import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { FastifyHttpOptions } from 'fastify'
import { inTurn, patient } from './sockets.ts'

/** What may answer a request before the app sees it, which is `next` when it does not. */
export type FirstLook = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** The server of an app: what `firstLook` does not answer goes on to the app. */
export const serverWith =
  (firstLook: FirstLook) =>
  (
    app: RequestListener,
    { http, keepAliveTimeout = 0, connectionTimeout = 0, requestTimeout = 0 }: FastifyHttpOptions<Server>,
  ): Server => {
    const patientApp = patient(app)
    const server = createServer(
      http ?? {},
      inTurn((request, response) => {
        firstLook(request, response, () => patientApp(request, response))
      }),
    )
    server.keepAliveTimeout = keepAliveTimeout
    server.requestTimeout = requestTimeout
    server.setTimeout(connectionTimeout)
    return server
  }
