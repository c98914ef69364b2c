import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Answer, type Form, formFor, isKnown } from './answer.ts'

/** Sends an answer through the app, in the form that the visitor takes; 304 to whoever has it already. */
export async function send(answer: Answer, { headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (isKnown(answer, headers['if-none-match'])) return reply.status(304).headers(answer.headers).send()
  const { head, body } = await formFor(answer, headers['accept-encoding'])
  for (let at = 0; at < head.length; at += 2) reply.header(head[at] ?? '', head[at + 1])
  return reply.status(answer.status).send(body)
}

/** The same without the app, for answers with status 200. */
export function sendAtOnce(answer: Answer, { headers }: IncomingMessage, response: ServerResponse): void {
  if (isKnown(answer, headers['if-none-match'])) {
    response.writeHead(304, answer.headers).end()
    return
  }
  const form = formFor(answer, headers['accept-encoding'])
  if ('then' in form) void form.then(made => write(response, made))
  else write(response, form)
}

function write(response: ServerResponse, { head, body }: Form): void {
  response.writeHead(200, head).end(body)
}
