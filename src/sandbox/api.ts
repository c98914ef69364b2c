import { timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Disputes } from './disputes.ts'
import { type Faults, happens } from './faults.ts'
import { decodeForm, type Form } from './form.ts'
import type { Refunds } from './refunds.ts'
import { Refusal, unknownParameter } from './refusal.ts'
import type { Sessions } from './sessions.ts'
import type { Store } from './store/connect-store.ts'
import { listLines, listRefunds, listSessions, showSession } from './store/lists.ts'

interface Parts {
  store: Store
  sessions: Sessions
  refunds: Refunds
  disputes: Disputes
}

type ById = { Params: { id: string }; Body: Form | undefined }

/** The parts of the Stripe API that a shop with hosted checkout calls. */
export function createApi(
  { store, sessions, refunds, disputes }: Parts,
  secretKey: string,
  faults: Faults,
): FastifyInstance {
  const app = Fastify({ bodyLimit: 1_000_000, forceCloseConnections: true })

  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: unknown, body: string) => decodeForm(body),
  )
  app.addHook('onRequest', async ({ headers, id }, reply) => {
    reply.header('request-id', id)
    checkKey(headers.authorization, secretKey)
  })
  app.addHook('preHandler', async (_, reply) => {
    if (faults.apiDelay) await sleep(faults.apiDelay)
    if (happens(faults.apiHang)) return reply.hijack()
    if (happens(faults.api5xx)) throw new Refusal('The sandbox was asked to fail.', { status: 500, type: 'api_error' })
  })
  app.addHook('onSend', async (_, reply) => {
    if (happens(faults.apiCut)) reply.raw.destroy()
  })
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(({ method, url }) => {
    throw new Refusal(`Unrecognized request URL (${method}: ${url}).`, { status: 404 })
  })

  app.post<{ Body: Form | undefined }>('/v1/checkout/sessions', async ({ headers, body }, reply) => {
    return answer(reply, await sessions.create(body ?? {}, keyOf(headers)))
  })

  app.post<{ Body: Form | undefined }>('/v1/refunds', async ({ headers, body }, reply) => {
    return answer(reply, await refunds.create(body ?? {}, keyOf(headers)))
  })

  app.get('/v1/refunds', async ({ url }) => await listRefunds(refunds, queryOf(url)))

  app.get<ById>('/v1/refunds/:id', async ({ params, query }) => {
    refuseAny(query as object)
    return await refunds.find(params.id)
  })

  app.post<ById>('/v1/disputes/:id', async ({ params, body }) => await disputes.update(params.id, body ?? {}))

  app.post<ById>('/v1/disputes/:id/close', async ({ params, body }) => {
    refuseAny(body ?? {})
    return await disputes.close(params.id)
  })

  app.get('/v1/checkout/sessions', async ({ url }) => await listSessions(store, sessions, queryOf(url)))

  app.get<ById>('/v1/checkout/sessions/:id/line_items', async ({ params, url }) =>
    listLines(await sessions.find(params.id), queryOf(url)),
  )

  app.get<ById>('/v1/checkout/sessions/:id', async ({ params, url }) =>
    showSession(sessions, await sessions.find(params.id), queryOf(url)),
  )

  app.post<ById>('/v1/checkout/sessions/:id/expire', async ({ params, body }) => {
    refuseAny(body ?? {})
    return sessions.toObject(await sessions.expire(params.id))
  })

  return app
}

const queryOf = (url: string) => decodeForm(url.split('?')[1] ?? '')

function keyOf({ 'idempotency-key': key }: FastifyRequest['headers']): string | undefined {
  return typeof key === 'string' ? key : undefined
}

function answer<Body>(reply: FastifyReply, { body, replayed }: { body: Body; replayed: boolean }): Body {
  if (replayed) reply.header('idempotent-replayed', 'true')
  return body
}

function checkKey(authorization: string | undefined, secretKey: string): void {
  const given = Buffer.from(authorization ?? '')
  const right = Buffer.from(`Bearer ${secretKey}`)
  if (given.length !== right.length || !timingSafeEqual(given, right)) {
    throw new Refusal('Invalid API Key provided.', { status: 401 })
  }
}

function refuseAny(params: object): void {
  const [first] = Object.keys(params)
  if (first) throw unknownParameter(first)
}

function answerError(error: unknown, _: FastifyRequest, reply: FastifyReply) {
  if (error instanceof Refusal) {
    if (error.replayed) reply.header('idempotent-replayed', 'true')
    return reply.status(error.status).send(error.body)
  }
  const status = (error as { statusCode?: number }).statusCode ?? 500
  const failure =
    status < 500
      ? new Refusal('The request could not be read.', { status })
      : new Refusal('An error occurred inside the sandbox.', { status: 500, type: 'api_error' })
  return reply.status(failure.status).send(failure.body)
}
