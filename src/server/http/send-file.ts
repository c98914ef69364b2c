import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import type { ConcurrencyLimit } from '../lib/concurrency-limit.ts'

const maxPauseMs = 30_000

interface File {
  name: string
  /** The value of Content-Type. */
  type: string
  /** Limits how many files of this kind are sent at the same time. */
  inTurn: ConcurrencyLimit
  pauseMs?: number
}

/**
 * Sends a file as a download, a few at the same time. When it fails midway, or the client reads nothing for 30 seconds, the
 * connection is closed, so that the client does not take it for complete.
 * @throws ShopError 503 when too many are waiting
 */
export const sendFile = (
  reply: FastifyReply,
  { name, type, inTurn, pauseMs = maxPauseMs }: File,
  write: () => Readable,
): Promise<FastifyReply> =>
  inTurn(async () => {
    reply.header('Content-Disposition', `attachment; filename="${name}"`)
    reply.type(type).send(write())
    reply.raw.setTimeout(pauseMs, () => reply.raw.destroy())
    await finished(reply.raw).catch(error => reply.log.info({ err: error }, 'a file was not read to its end'))
    return reply
  })
