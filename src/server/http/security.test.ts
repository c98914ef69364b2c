import { fastify } from 'fastify'
import { expect, test, vi } from 'vitest'
import { pagePolicy, registerSecurity } from './security.ts'

test('a page may show pictures from anywhere on the web, and runs only its own scripts', () => {
  const policy = pagePolicy('abc')
  expect(policy).toContain("; img-src 'self' data: https:;")
  expect(policy).toContain("; script-src 'self' 'nonce-abc';")
  expect(policy.match(/https:/g)).toHaveLength(1)
})

test('a change from an origin that the settings do not list is logged at once, and then once a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const lines: string[] = []
  const app = fastify({ logger: { level: 'warn', stream: { write: line => lines.push(line) } } })
  registerSecurity(app, { publicOrigin: 'https://shop.example', corsOrigins: [] })
  app.post('/', () => 'done')
  const post = (origin: string) => app.inject({ method: 'POST', url: '/', headers: { origin } })
  for (let n = 0; n < 20; n++) {
    const { statusCode, body } = await post('http://shop.example:3000')
    expect(statusCode).toBe(403)
    expect(body).toContain('Open this shop at https://shop.example: ')
  }
  await post(`https://${'x'.repeat(5_000)}.test`)
  expect((await post('https://shop.example')).body).toBe('done')
  expect(lines.map(line => JSON.parse(line))).toMatchObject([
    {
      level: 40,
      from: 'http://shop.example:3000',
      publicOrigin: 'https://shop.example',
      times: 1,
      msg: expect.stringMatching(/PUBLIC_ORIGIN/),
    },
  ])
  vi.advanceTimersByTime(59_999)
  expect(lines).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(lines.slice(1).map(line => JSON.parse(line))).toMatchObject([
    { from: `https://${'x'.repeat(192)}`, times: 20 },
  ])
  await app.close()
  vi.useRealTimers()
})
