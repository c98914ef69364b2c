import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { badRequest, ShopError } from '../../lib/errors.ts'

const maxMs = 30_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route reads its body with `readLongBody`: it may take as long as it needs, as long as bytes arrive. */
    hasLongBody?: boolean
  }
}

/** Disconnects a client that has not sent the whole body within 30 seconds; for a long body, 30 seconds after its response. */
export function registerBodyDeadline(app: FastifyInstance, ms = maxMs): void {
  const cutOffLater = (body: IncomingMessage) => {
    const deadline = setTimeout(() => body.complete || body.destroy(), ms).unref()
    body.once('close', () => clearTimeout(deadline))
  }
  app.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    if (hasBody(raw) && !routeOptions.config.hasLongBody) cutOffLater(raw)
    done()
  })
  app.addHook('onResponse', ({ raw, routeOptions }, _reply, done) => {
    if (routeOptions.config.hasLongBody && !raw.complete) cutOffLater(raw)
    done()
  })
}

/** Whether the headers announce a body: https://www.rfc-editor.org/rfc/rfc9112#section-6 */
export const hasBody = ({ headers }: IncomingMessage) => 'content-length' in headers || 'transfer-encoding' in headers

/**
 * Yields a long body as it arrives, at the consumer's pace. A client that pauses for 30 seconds is disconnected.
 * @throws ShopError 413 when the body has more than `max` bytes, 400 when it is cut off
 */
export async function* readLongBody(body: IncomingMessage, max: number, ms = maxMs): AsyncGenerator<Buffer> {
  let length = 0
  const tooLarge = new ShopError(413, 'too_large', `A file can have at most ${max / 2 ** 20} MB: split it in two.`)
  let pause = setTimeout(() => body.destroy(), ms)
  try {
    if (Number(body.headers['content-length']) > max) throw tooLarge
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      clearTimeout(pause)
      length += chunk.length
      if (length > max) throw tooLarge
      yield chunk
      pause = setTimeout(() => body.destroy(), ms)
    }
  } catch (error) {
    throw error instanceof ShopError ? error : badRequest('The request was cut short')
  } finally {
    clearTimeout(pause)
    body.resume() // a client reads the response only after it has sent everything
  }
}
