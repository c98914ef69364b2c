import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import { atMost } from '../http/at-most.ts'

const inTurn = atMost(2, 2)
const longestPauseMs = 30_000

/**
 * Answers with a file to be kept, a few at the same time. One that fails midway, or of which nobody reads anything for 30
 * seconds, ends with its connection, so that it is not taken for a whole one.
 * @throws ShopError 503 when too many are waiting
 */
export const sendCsv = (
  reply: FastifyReply,
  name: string,
  write: () => Readable,
  pauseMs = longestPauseMs,
): Promise<FastifyReply> =>
  inTurn(async () => {
    reply.header('Content-Disposition', `attachment; filename="${name}"`)
    reply.type('text/csv; charset=utf-8').send(write())
    reply.raw.setTimeout(pauseMs, () => reply.raw.destroy())
    await finished(reply.raw).catch(error => reply.log.info({ err: error }, 'a file was not read to its end'))
    reply.raw.setTimeout(0)
    return reply
  })
