import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { sendFile } from '../http/send-file.ts'
import { limitConcurrency } from '../lib/concurrency-limit.ts'

const inTurn = limitConcurrency(2, 2)

/** Sends CSV as a download, as `sendFile` does. */
export const sendCsv = (reply: FastifyReply, name: string, write: () => Readable, pauseMs?: number) =>
  sendFile(reply, { name, type: 'text/csv; charset=utf-8', inTurn, pauseMs }, write)
