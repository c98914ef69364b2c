import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { testApp } from '../../tests/support/app.ts'
import { createUser } from '../../tests/support/builders.ts'
import { signIn } from '../../tests/support/sign-in.ts'

/**
 * A request that a client of the API before sizes (0.4.0) sends, and its answer, as recorded from that release. `{name}` stands for
 * a value that an earlier answer gave: `saves` says where. Times are `{time}`, other ids `{id}`.
 */
interface Exchange {
  as?: 'admin' | 'visitor'
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  url: string
  payload?: unknown
  /** The payload is a form, as a browser sends it. */
  isForm?: true
  /** Names of values, and the path to each in the answer. */
  saves?: Record<string, string>
  status: number
  answer: unknown
}

const recorded: Exchange[] = JSON.parse(readFileSync(new URL('old-client.json', import.meta.url), 'utf8'))

test('a client of the release before sizes gets the answers that it got then', async () => {
  const { app, db } = await testApp()
  const admin = await createUser(db, { role: 'admin', email: 'olga@shop.test' })
  const headers = { admin: await signIn(db, admin), visitor: { cookie: '' } }
  const picture = await sharp({ create: { width: 256, height: 320, channels: 3, background: '#a33' } })
    .png()
    .toBuffer()
  const saved: Record<string, string> = {
    admin: admin.id,
    picture: `data:image/png;base64,${picture.toString('base64')}`,
  }

  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (all, name: string) => saved[name] ?? all)
  const named = (text: string) =>
    Object.entries(saved)
      .reduce((rest, [name, value]) => rest.replaceAll(value, `{${name}}`), text)
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '{time}')
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}')
      .replace(/"requestId":"[^"]+"/g, '"requestId":"{id}"')

  for (const { as = 'visitor', method, url, payload, isForm, saves = {}, ...then } of recorded) {
    const sent = payload === undefined ? undefined : fill(JSON.stringify(payload))
    const response = await app.inject({
      method,
      url: fill(url),
      headers: {
        ...headers[as],
        ...(sent && { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }),
      },
      ...(sent && { payload: isForm ? new URLSearchParams(JSON.parse(sent)).toString() : sent }),
    })
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    const answer: unknown = isJson ? response.json() : isForm ? (response.headers.location ?? null) : response.body
    for (const [name, path] of Object.entries(saves)) saved[name] = String(valueAt(answer, path))
    const now = { status: response.statusCode, answer: JSON.parse(named(JSON.stringify(answer))) }
    expect(now, `${method} ${url}`).toMatchObject(then)
  }
})

const valueAt = (answer: unknown, path: string) =>
  path === ''
    ? answer
    : path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], answer)
