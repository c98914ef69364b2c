import type { FastifyInstance } from 'fastify'
import { surrogateHeaderNames } from './kinds.ts'

/** The header of every response that a cache in front must not store. */
export const privateHeaders = { 'Cache-Control': 'private, no-store' } as const

/** A picture that is erased is in no cache in front after so long. */
const pictureSeconds = 3_600

/** How long browsers may use a file whose name says nothing of its content, such as an icon. */
const forBrowsers = /^public, (max-age=\d+)$/

/**
 * Marks every response as private that is neither from the response cache nor a file whose name changes with its content.
 * Register it after the hooks that set cookies.
 */
export function registerPrivateResponses(app: FastifyInstance): void {
  app.addHook('onSend', ({ headers: { origin }, url }, reply, _payload, done) => {
    const isPersonal = reply.hasHeader('Set-Cookie') || reply.statusCode >= 400
    const control = String(reply.getHeader('Cache-Control') ?? '')
    // With CORS the response depends on the origin, by which not every cache varies.
    const isShared = origin === undefined && surrogateHeaderNames.some(name => reply.hasHeader(name))
    if (!isPersonal && control.includes('immutable') && url.startsWith('/images/'))
      reply.header('Cache-Control', `${control}, s-maxage=${pictureSeconds}`)
    if (!isPersonal && (isShared || control.includes('immutable'))) return done()
    for (const name of surrogateHeaderNames) reply.removeHeader(name)
    const [, age] = forBrowsers.exec(control) ?? []
    if (age && !isPersonal) reply.header('Cache-Control', `private, ${age}`)
    else reply.headers(privateHeaders)
    done()
  })
}
