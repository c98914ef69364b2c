import http from 'node:http'
import { connect } from 'node:net'

export interface RawAnswer {
  status: number
  headers: http.IncomingHttpHeaders
  body: string
}

interface RawRequest {
  method?: string
  /** Sent unchanged. */
  path: string
  headers?: http.OutgoingHttpHeaders
  body?: string
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 16 })

/** Sends a path and headers that no browser and no `fetch` would send. Status 0 without an answer. */
export function askRaw(url: string, { method = 'GET', path, headers, body }: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const request = http.request({ hostname, port, method, path, headers, agent }, response => {
      let text = ''
      response.setEncoding('latin1').on('data', part => (text += part))
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }))
    })
    request.on('connect', ({ statusCode = 0, headers }, socket) => {
      socket.destroy()
      resolve({ status: statusCode, headers, body: '' })
    })
    request.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve({ status: 0, headers: {}, body: '' }) : reject(error),
    )
    request.end(body)
  })
}

/**
 * Sends bytes that need not be HTTP.
 * @returns everything received until the other side closes or a timeout
 */
export function sendBytes(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'))
    socket.setEncoding('latin1').setTimeout(1_000, () => socket.destroy())
    socket.on('data', part => (answer += part))
    socket.on('error', error =>
      (error as NodeJS.ErrnoException).code === 'ECONNRESET' ? resolve(answer) : reject(error),
    )
    socket.on('close', () => resolve(answer))
  })
}
