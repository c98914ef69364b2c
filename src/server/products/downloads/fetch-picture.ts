import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP } from 'node:net'
import { bytesError, pictureLimits } from '#domain/products/fields/picture-field.ts'
import type { Internet } from './internet.ts'
import { hostOf, privateNetworkError, readAddress } from './picture-address.ts'
import { isPublicAddress } from './public-address.ts'

const maxRedirects = 3
const redirects = [301, 302, 303, 307, 308]
/** Of those below 500, the answers after which another try may succeed. */
const temporary = [408, 425, 429]
const headers = {
  accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif',
  'accept-encoding': 'identity',
  'user-agent': 'Vitrine',
}

/** A picture could not be fetched; the message is one sentence for the admin. */
export class DownloadError extends Error {
  override name = 'DownloadError'
  /** Whether another try would end the same way. */
  readonly isFinal: boolean

  constructor(message: string, { isFinal, cause }: { isFinal: boolean; cause?: unknown }) {
    super(message, { cause })
    this.isFinal = isFinal
  }
}

const refuse = (message: string) => new DownloadError(message, { isFinal: true })

/**
 * Fetches the bytes at an https address. Each host, also of a redirect, is resolved once, all its addresses must be public, and the
 * connection goes to the address that was checked. Whether the bytes are a picture is for the decoder to say.
 * @param seconds the limit for the whole of it
 * @returns at most 8 MB, never decompressed
 * @throws DownloadError; the reason of `signal` when it is aborted
 */
export async function fetchPicture(
  internet: Internet,
  address: string,
  signal: AbortSignal,
  seconds = 20,
): Promise<Buffer> {
  const limit = AbortSignal.timeout(seconds * 1_000)
  const stop = AbortSignal.any([signal, limit])
  try {
    return await follow(internet, address, stop)
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof DownloadError) throw cause
    if (limit.aborted)
      throw new DownloadError(`Fetching it took longer than ${seconds} seconds.`, { isFinal: false, cause })
    const { code = 'no answer' } = cause as NodeJS.ErrnoException
    throw new DownloadError(`The connection failed (${code}).`, { isFinal: false, cause })
  }
}

async function follow(internet: Internet, address: string, signal: AbortSignal): Promise<Buffer> {
  let next = readAddress(address)
  for (let followed = 0; followed <= maxRedirects; followed += 1) {
    if (next.error !== undefined) throw refuse(followed === 0 ? next.error : `It is redirected: ${next.error}`)
    const response = await open(internet, next.url, signal)
    try {
      if (!redirects.includes(response.statusCode ?? 0)) return await read(response)
      const target = URL.parse(response.headers.location ?? '', next.url)
      next = target ? readAddress(target.href) : { error: 'The server does not say where to.' }
    } finally {
      response.destroy()
    }
  }
  throw refuse(`It is redirected more than ${maxRedirects} times.`)
}

async function open(internet: Internet, url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const host = hostOf(url)
  const address = await publicAddressOf(internet, host, signal)
  return await new Promise((resolve, reject) =>
    request(url, { headers, signal, defaultPort: 443, createConnection: () => internet.connect({ address, host }) })
      .on('response', resolve)
      .on('error', reject)
      .end(),
  )
}

async function publicAddressOf(internet: Internet, host: string, signal: AbortSignal): Promise<string> {
  const addresses = isIP(host) ? [host] : await unlessAborted(resolve(internet, host), signal)
  if (!addresses.every(isPublicAddress)) throw refuse(privateNetworkError)
  const [first] = addresses
  if (first === undefined) throw unknownHost(host)
  return first
}

async function resolve(internet: Internet, host: string): Promise<string[]> {
  try {
    return await internet.resolve(host)
  } catch (cause) {
    throw unknownHost(host, cause)
  }
}

const unknownHost = (host: string, cause?: unknown) =>
  new DownloadError(`The host ${host} was not found.`, { isFinal: false, cause })

const unlessAborted = <T>(work: Promise<T>, signal: AbortSignal) =>
  new Promise<T>((resolve, reject) => {
    signal.throwIfAborted()
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })

/** What the server says of the length and the type of the body is not believed. */
async function read(response: IncomingMessage): Promise<Buffer> {
  const { statusCode = 0 } = response
  if (statusCode !== 200)
    throw new DownloadError(`The server answered with ${statusCode}.`, {
      isFinal: statusCode < 500 && !temporary.includes(statusCode),
    })
  const parts: Buffer[] = []
  let length = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length
    if (length > pictureLimits.bytes) throw refuse(bytesError)
    parts.push(part)
  }
  return Buffer.concat(parts)
}
