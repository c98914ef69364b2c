import http from 'node:http'
import { connect } from 'node:net'
import type { SentRequests } from './requests.ts'
import { url } from './shop-in-hand.ts'

/** A request and its answer; its status is 0 without an answer. */
export interface Outcome {
  sent: SentRequests
  status: number
  retryAfter?: string
  body: string
}

const patienceMs = 30_000
const cachedBody = 4_000
const agent = new http.Agent({ maxSockets: 64 })
const { hostname, port } = new URL(url)

export function exchange(sent: SentRequests): Promise<Outcome> {
  return new Promise(resolve => {
    const { method, path, headers, body } = sent
    const request = http.request({ agent, hostname, port, method, path, headers })
    request.setTimeout(patienceMs, () => request.destroy(new Error('too late')))
    let outcome: Outcome = { sent, status: 0, body: '' }
    request.on('response', response => {
      outcome = { sent, status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], body: '' }
      response.setEncoding('utf8').on('data', text => {
        if (outcome.body.length < cachedBody) outcome.body += text
      })
      response.on('error', error => resolve({ sent, status: 0, body: `broken off: ${error.message}` }))
      response.on('end', () => resolve(outcome))
    })
    request.on('error', error => {
      if (outcome.status === 0) resolve({ ...outcome, body: error.message }) // otherwise the server answered before it had read everything
    })
    request.end(body)
  })
}

const maxMessageMs = 1_000

/** Sends malformed HTTP. Resolves with everything received until the shop closes the connection, or a timeout. */
export function askRaw(message: string): Promise<string> {
  return new Promise(resolve => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(message, 'latin1'))
    const end = setTimeout(() => socket.destroy(), maxMessageMs)
    socket.setEncoding('latin1').on('data', text => {
      answer += text
    })
    socket.on('error', () => undefined) // the shop may reset the connection
    socket.on('close', () => {
      clearTimeout(end)
      resolve(answer)
    })
  })
}
