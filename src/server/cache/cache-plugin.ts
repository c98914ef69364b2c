import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/settings.ts'
import { safeHeadersOf } from '../http/headers.ts'
import type { AnswerEarly } from '../http/server.ts'
import { isLoopback } from '../lib/loopback.ts'
import { addressOf, readAsShared } from './address.ts'
import { type Answer, makeAnswer } from './answer.ts'
import { openReaders, type Readers } from './readers.ts'
import { openSharedAnswers, type SharedAnswers } from './response-cache.ts'
import { send, sendAtOnce, sendPast } from './send.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What it answers is the same for everybody who asks the same. */
    shared?: boolean
    /** It is told who asks: their requests are counted. */
    knowsVisitor?: boolean
  }
  interface FastifyReply {
    /** What the answer of a shared route shows (see names.ts): it is kept until that changes. Undefined: it is not kept. */
    cacheTags: readonly string[] | undefined
  }
}

/** The configuration of a route whose answers are kept for whoever asks the same. */
export const shared = { access: 'anyone', shared: true } as const

const json = 'application/json; charset=utf-8'

/** The part of the shop that is the same for everybody. */
export interface Sharing {
  answers: SharedAnswers
  readers: Readers
  /** On all answers of it. */
  headers: Record<string, string>
  /** Answers what is kept, and lists that are not, before the app looks at a request. */
  answerFromCache: AnswerEarly
  /** What `answerFromCache` has answered with what was kept, with 304 to whoever had it already. */
  counts: { sent: number; unchanged: number }
}

/** A list was made before the app looked at its request. */
export type TellMade = (made: { path: string; ms: number }) => void

/** Nothing is kept before `answers` is told that changes are heard of. */
export function openResponseCache(
  { publicOrigin, corsOrigins }: Pick<Config, 'publicOrigin' | 'corsOrigins'>,
  tellMade: TellMade,
): Sharing {
  const answers = openSharedAnswers()
  const counts = { sent: 0, unchanged: 0 }
  const readers = openReaders()
  const isOpenToOthers = corsOrigins.length > 0 // with headers of their own
  const onlyHost = isLoopback(publicOrigin) ? new URL(publicOrigin).host : undefined // others are sent on to it
  const headers = {
    ...safeHeadersOf(publicOrigin),
    Vary: isOpenToOthers ? 'Accept-Encoding, Origin' : 'Accept-Encoding',
  }
  const listHeaders = { ...headers, 'Content-Type': json }
  return {
    answers,
    readers,
    headers,
    counts,

    answerFromCache(request, response, next) {
      const { method, url = '', headers: asked } = request
      if (method !== 'GET' || (isOpenToOthers && asked.origin)) return next()
      if (onlyHost !== undefined && asked.host !== onlyHost) return next()
      const found = answers.find(url) ?? findOrMake(addressOf(url) ?? '')
      if (!found) next()
      else if ('then' in found) sendMade(found, request, response).catch(next)
      else {
        sendAtOnce(found, request, response)
        if (response.statusCode === 304) counts.unchanged += 1
        else counts.sent += 1
      }
    },
  }

  async function sendMade(made: Promise<Answer>, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const before = performance.now()
    sendAtOnce(await made, request, response)
    tellMade({ path: request.url?.split('?', 1)[0] ?? '', ms: performance.now() - before })
  }

  function findOrMake(address: string): Answer | Promise<Answer> | undefined {
    const saved = answers.find(address)
    if (saved || !answers.isHearing()) return saved
    const list = readers.list(address)
    return list && answers.get(address, async () => makeAnswer({ headers: listHeaders, ...(await list()) }))
  }
}

/** Lets shared routes answer with what is kept; what they make themselves is kept with what it was made from. */
export function registerSharing(app: FastifyInstance, { answers, readers, headers }: Sharing): void {
  app.decorateReply('cacheTags', undefined)
  // Whatever stands in front of the shop would give the cookie to others.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (reply.hasHeader('Set-Cookie')) reply.header('Cache-Control', 'no-store')
    done()
  })
  app.addHook('onRoute', route => {
    if (!route.config?.shared) return
    const read = route.handler as (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
    const { knowsVisitor } = route.config
    const reader = knowsVisitor ? undefined : readers.add(route.url, read as Parameters<Readers['add']>[1])
    route.handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const key = addressOf(request.url)
      if (key !== undefined) request.query = readAsShared(request.query as Record<string, string>, key)
      const make = async () => {
        const data = await read(request, reply)
        const type = String(reply.getHeader('content-type') ?? json)
        const body = typeof data === 'string' ? data : String(reply.serialize(data))
        return makeAnswer({ headers: { ...headers, 'Content-Type': type }, body, cacheTags: reply.cacheTags })
      }
      if (reader) reader.write ??= reply.getSerializationFunction('200')
      const answer = key === undefined ? await make() : await answers.get(key, make)
      return await (knowsVisitor ? send : sendPast)(answer, request, reply)
    }
  })
}
