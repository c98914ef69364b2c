import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { certifyLocalhost, daysFromNow } from '../../../../tests/support/certificates.ts'
import { openInternet, redirectTo } from './downloads.fixture.ts'
import { fetchPicture } from './fetch-picture.ts'
import { connectTo, internet as realInternet } from './internet.ts'

const world = await openInternet()
const { internet, serves, addresses, connectedTo } = world
afterAll(() => world.close())
beforeEach(() => world.forget())

const never = new AbortController().signal
const fetched = async (at: string, seconds?: number) => String(await fetchPicture(internet, at, never, seconds))
const failure = async (at: string, seconds?: number) => {
  const { message, isFinal } = await fetchPicture(internet, at, never, seconds).then(
    () => expect.fail('It was fetched'),
    error => error,
  )
  return { message, isFinal }
}
const refused = (message: string) => ({ message, isFinal: true })
const temporary = (message: string) => ({ message, isFinal: false })
const bytes = Buffer.from('bytes')
const isPrivate = refused('This address leads into a private network.')

test('the bytes come from the address that was checked, with the name of the host', async () => {
  serves('cdn.test/a.jpg?w=1', bytes)
  expect(await fetched('https://cdn.test/a.jpg?w=1')).toBe('bytes')
  expect(connectedTo).toEqual(['93.184.216.34'])
  serves('93.184.216.35/a.jpg', bytes)
  expect(await fetched('https://93.184.216.35/a.jpg')).toBe('bytes')
  expect(world.resolved).toEqual(['cdn.test'])
})

test.each([
  ['is private', ['10.0.0.7']],
  ['is the machine itself', ['127.0.0.1']],
  ['is the metadata service', ['169.254.169.254']],
  ['is one of several that is private', ['93.184.216.34', '192.168.0.1']],
  ['is IPv4 within IPv6', ['::ffff:93.184.216.34']],
  ['is no address at all', ['elsewhere.test']],
])('a host is not contacted whose address %s', async (_, found) => {
  addresses.set('inside.test', found)
  expect(await failure('https://inside.test/a.jpg')).toEqual(isPrivate)
  expect(connectedTo).toEqual([])
})

test('a host that answers otherwise the second time is resolved once', async () => {
  let times = 0
  addresses.set('rebinds.test', () => (++times === 1 ? ['93.184.216.34'] : ['127.0.0.1']))
  serves('rebinds.test/a.jpg', bytes)
  expect(await fetched('https://rebinds.test/a.jpg')).toBe('bytes')
  expect(connectedTo).toEqual(['93.184.216.34'])
  expect(await failure('https://rebinds.test/a.jpg')).toEqual(isPrivate)
  expect(connectedTo).toEqual(['93.184.216.34'])
})

test('a redirect is followed three times, each checked anew', async () => {
  serves('a.test/', redirectTo('https://b.test/1'))
  serves('b.test/1', redirectTo('/2', 308))
  serves('b.test/2', redirectTo('https://c.test/', 301))
  serves('c.test/', bytes)
  expect(await fetched('https://a.test/')).toBe('bytes')
  expect(world.resolved).toEqual(['a.test', 'b.test', 'b.test', 'c.test'])
  serves('c.test/', redirectTo('https://d.test/'))
  serves('d.test/', bytes)
  expect(await failure('https://a.test/')).toEqual(refused('It is redirected more than 3 times.'))
  expect(world.asked).not.toContain('d.test/')
})

test.each([
  ['https://inside.test/', isPrivate],
  ['https://127.0.0.1/', refused('It is redirected: This address leads into a private network.')],
  ['https://[::1]/', refused('It is redirected: This address leads into a private network.')],
  ['https://c.test:8080/', refused('It is redirected: The address of a picture names no port but 443.')],
  ['https://a:b@c.test/', refused('It is redirected: The address of a picture names no user and no password.')],
  [
    'http://c.test/',
    refused('It is redirected: This is no picture of this shop, and no address that begins with https://.'),
  ],
  [
    'file:///etc/passwd',
    refused('It is redirected: This is no picture of this shop, and no address that begins with https://.'),
  ],
  ['https://', refused('It is redirected: The server does not say where to.')],
])('a redirect to %s is not followed', async (location, expected) => {
  addresses.set('inside.test', ['192.168.0.1'])
  serves('a.test/', redirectTo(location))
  expect(await failure('https://a.test/')).toEqual(expected)
  expect(connectedTo).toEqual(['93.184.216.34'])
})

test('more than 8 MB are not read, whatever the server says of the length', async () => {
  let sent = 0
  serves('endless.test/', (_request, response) => {
    const part = Buffer.alloc(64 * 1024)
    const more = () => {
      while (!response.destroyed && response.write(part)) sent += part.length
    }
    response.on('drain', more)
    more()
  })
  expect(await failure('https://endless.test/')).toEqual(refused('A picture can have at most 8 MB.'))
  expect(sent).toBeLessThan(32 * 2 ** 20)
})

test('a compressed answer stays compressed', async () => {
  const bomb = gzipSync(Buffer.alloc(50 * 2 ** 20))
  serves('bomb.test/', (_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'image/png' }).end(bomb),
  )
  expect(await fetchPicture(internet, 'https://bomb.test/', never)).toEqual(bomb)
})

test('a server that only trickles, and one that does not answer, is left after the time', async () => {
  const late = temporary('Fetching it took longer than 0.3 seconds.')
  const timers: NodeJS.Timeout[] = []
  serves('slow.test/', (_request, response) => {
    timers.push(setInterval(() => response.write('x'), 20))
  })
  serves('mute.test/', () => undefined)
  expect(await failure('https://slow.test/', 0.3)).toEqual(late)
  expect(await failure('https://mute.test/', 0.3)).toEqual(late)
  for (const timer of timers) clearInterval(timer)
  const stuck = { ...internet, resolve: () => new Promise<string[]>(() => undefined) }
  await expect(fetchPicture(stuck, 'https://a.test/', never, 0.1)).rejects.toThrow('longer than 0.1 seconds')
})

test.each([
  [404, refused('The server answered with 404.')],
  [403, refused('The server answered with 403.')],
  [204, refused('The server answered with 204.')],
  [304, refused('The server answered with 304.')],
  [429, temporary('The server answered with 429.')],
  [500, temporary('The server answered with 500.')],
  [503, temporary('The server answered with 503.')],
])('an answer with %i is no picture', async (status, expected) => {
  serves('a.test/', (_request, response) => response.writeHead(status).end())
  expect(await failure('https://a.test/')).toEqual(expected)
})

test('what breaks on the way may be tried again', async () => {
  serves('cut.test/', (request, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('half')
    setTimeout(() => request.socket.destroy(), 20)
  })
  expect(await failure('https://cut.test/')).toMatchObject({ isFinal: false })
  serves('odd.test/', request => request.socket.end('HTTP/1.1 999999 What\r\n\r\n'))
  expect(await failure('https://odd.test/')).toMatchObject({ isFinal: false })
  addresses.set('unknown.test', () => {
    throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
  })
  expect(await failure('https://unknown.test/')).toEqual(temporary('The host unknown.test was not found.'))
  addresses.set('empty.test', [])
  expect(await failure('https://empty.test/')).toEqual(temporary('The host empty.test was not found.'))
  const thrown = { ...internet, connect: () => { throw new Error('no way') } } // biome-ignore format: short
  await expect(fetchPicture(thrown, 'https://a.test/', never)).rejects.toThrow('The connection failed (no answer).')
})

test('what is stopped says so', async () => {
  serves('mute.test/', () => undefined)
  const closing = new AbortController()
  const fetching = fetchPicture(internet, 'https://mute.test/', closing.signal)
  await expect.poll(() => world.asked).toEqual(['mute.test/'])
  closing.abort(new Error('closing'))
  await expect(fetching).rejects.toThrow('closing')
})

test('the real connection is encrypted, and the address has to prove that it is the host', async () => {
  const { cert, key } = certifyLocalhost({ from: daysFromNow(-1), to: daysFromNow(1) })
  const server = createServer({ cert, key }, (_request, response) => response.end('bytes'))
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const at = (host: string) => {
    const connect = () => connectTo({ address: '127.0.0.1', host }, port)
    return fetchPicture({ ...internet, connect }, `https://${host}/`, never)
  }
  await expect(at('localhost')).rejects.toThrow('The connection failed (DEPTH_ZERO_SELF_SIGNED_CERT).')
  const trusted = getCACertificates()
  setDefaultCACertificates([cert])
  expect(String(await at('localhost'))).toBe('bytes')
  await expect(at('cdn.test')).rejects.toThrow('The connection failed (ERR_TLS_CERT_ALTNAME_INVALID).')
  setDefaultCACertificates(trusted)
  await new Promise(closed => server.close(closed))
})

test('the real internet has this machine at a private address', async () => {
  expect(await realInternet.resolve('localhost')).toContain('127.0.0.1')
  await expect(fetchPicture(realInternet, 'https://localhost/', never)).rejects.toThrow('private network')
})
