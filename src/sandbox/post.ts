import http from 'node:http'

const answerWithinMs = 5_000
const atOnce = 16

/** Sends to the shop over keep-alive connections, sixteen at a time. */
export function createPost() {
  const agent = new http.Agent({ keepAlive: true, maxSockets: atOnce })
  return {
    /** Resolves to the error message, empty on success. */
    send: (url: string, payload: string, signature: string): Promise<string> =>
      new Promise(resolve => {
        const headers = {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(payload),
          'stripe-signature': signature,
        }
        const request = http.request(url, { agent, method: 'POST', headers, timeout: answerWithinMs })
        request.on('timeout', () => request.destroy(new Error(`no answer within ${answerWithinMs / 1000} s`)))
        request.on('error', error => resolve(error.message))
        request.on('response', response => {
          const { statusCode = 0 } = response
          response.on('error', error => resolve(error.message))
          response.on('end', () => resolve(statusCode >= 200 && statusCode < 300 ? '' : `answered ${statusCode}`))
          response.resume()
        })
        request.end(payload)
      }),
    close: () => agent.destroy(),
  }
}
