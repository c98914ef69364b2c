import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Answer, type Form, formFor, isKnown } from './answer.ts'

/** Sends an answer in the form that the visitor takes; 304 to whoever has it already. */
export function sendAtOnce(answer: Answer, { headers }: IncomingMessage, response: ServerResponse): void {
  if (isKnown(answer, headers['if-none-match'])) {
    response.writeHead(304, answer.headers).end()
    return
  }
  const form = formFor(answer, headers['accept-encoding'])
  if ('then' in form) void form.then(made => write(answer, response, made))
  else write(answer, response, form)
}

/** The same past the app, which has no more to say: for whom nothing was put into the answer's headers. */
export function sendPast(
  answer: Answer,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  if (request.headers.origin) return send(answer, request, reply) // another site may need leave to read it
  reply.hijack()
  sendAtOnce(answer, request.raw, reply.raw)
  return reply
}

/** The same through the app, with what it has put into the headers for this visitor. */
export async function send(answer: Answer, { headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (isKnown(answer, headers['if-none-match'])) return reply.status(304).headers(answer.headers).send()
  const { head, body } = await formFor(answer, headers['accept-encoding'])
  for (let at = 0; at < head.length; at += 2) reply.header(head[at] ?? '', head[at + 1])
  return reply.status(answer.status).send(body)
}

function write({ status }: Answer, response: ServerResponse, { head, body }: Form): void {
  response.writeHead(status, head).end(body)
}
