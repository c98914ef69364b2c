import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { FastifyHttpOptions } from 'fastify'
import { inTurn, patient } from './sockets.ts'

/** What may answer a request before the app sees it, which is `next` when it does not. */
export type AnswerEarly = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** The server of an app: what `answerFromCache` does not answer goes on to the app. `headers` are for what it answers by itself. */
export const serverWith =
  (answerFromCache: AnswerEarly, headers: Record<string, string>) =>
  (
    app: RequestListener,
    { http, keepAliveTimeout = 0, connectionTimeout = 0, requestTimeout = 0 }: FastifyHttpOptions<Server>,
  ): Server => {
    const patientApp = patient(app)
    const server = createServer(
      {
        ...http,
        requireHostHeader: false, // or Node would refuse it without any headers
        optimizeEmptyRequests: true, // no stream for a body that never comes: it would cost a kept list a fifth more
      },
      inTurn((request, response) => {
        if (request.readableEnded) delete request.headers['content-type'] // nobody is to wait for a body of that type
        if (request.headers.host === undefined && request.httpVersion === '1.1') response.writeHead(400, headers).end()
        else
          answerFromCache(request, response, () => {
            noteGone(request, response)
            patientApp(request, response)
          })
      }),
    )
    server.on('checkExpectation', (_request, response) => response.writeHead(417, headers).end())
    server.keepAliveTimeout = keepAliveTimeout
    server.requestTimeout = requestTimeout
    server.setTimeout(connectionTimeout)
    return server
  }

/** Of a request without a stream Node does not note that its visitor has gone, and Fastify would call its answer a failure. */
function noteGone(request: IncomingMessage, response: ServerResponse): void {
  response.once('close', () => {
    if (!response.writableFinished) request.aborted = true
  })
}
