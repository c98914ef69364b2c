import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import type { ConcurrencyLimit } from '../lib/concurrency-limit.ts'

const maxPauseMs = 30_000

interface File {
  name: string
  /** As in Content-Type. */
  type: string
  /** How many of its kind are sent at the same time. */
  inTurn: ConcurrencyLimit
  pauseMs?: number
}

/**
 * Answers with a file to be kept, a few at the same time. One that fails midway, or of which nobody reads anything for 30
 * seconds, ends with its connection, so that it is not taken for a whole one.
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
