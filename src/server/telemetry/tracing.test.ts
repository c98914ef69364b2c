import { rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { createProduct } from '../../../tests/support/builders.ts'
import { databaseUrl } from '../../../tests/support/command.ts'
import { temporaryFolder } from '../../../tests/support/database.ts'
import { startShop } from '../../../tests/support/shop.ts'
import { readConfig } from '../config/settings.ts'
import { samplerOf } from './sampler.ts'
import { openTracing, type Tracing } from './tracing.ts'

interface SentSpan {
  name: string
  kind: number
  traceId: string
  parentSpanId?: string
  status: { code: number }
  attributes: { key: string; value: Record<string, unknown> }[]
}

interface Sent {
  resource: Record<string, unknown>
  spans: SentSpan[]
}

const sent: Sent[] = []
const usual = { ...process.env }
let collector: Server
let tracing: Tracing | undefined
const warnings: [object, string][] = []
const log = { warn: (about: object, sentence: string) => warnings.push([about, sentence]) }

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const { resourceSpans } = JSON.parse(await text(request))
    for (const { resource, scopeSpans } of resourceSpans)
      sent.push({
        resource: valuesOf(resource.attributes),
        spans: scopeSpans.flatMap(({ spans }: { spans: SentSpan[] }) => spans),
      })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>(resolve => collector.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  collector.closeAllConnections()
  return new Promise(resolve => collector.close(resolve))
})
afterEach(async () => {
  await tracing?.close()
  process.env = { ...usual }
  sent.length = 0
  warnings.length = 0
})

const valuesOf = (attributes: SentSpan['attributes']) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

async function open(variables: Record<string, string>) {
  Object.assign(process.env, variables)
  tracing = openTracing(log)
  const { app, db, shop } = await testApp({ tracing })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, db, shop, ask: (path: string, init?: RequestInit) => fetch(origin + path, init) }
}
const here = () => `http://127.0.0.1:${(collector.address() as AddressInfo).port}`

test('a request creates one span, named after its route, in the trace of its client', async () => {
  const { ask, db } = await open({
    OTEL_EXPORTER_OTLP_ENDPOINT: here(),
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=trial',
  })
  const { id } = await createProduct(db)
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01`, tracestate: 'vendor=1' }
  expect((await ask(`/api/products/${id}?token=s3cr3t`, { headers })).status).toBe(200)
  await tracing?.close()

  expect(sent).toHaveLength(1)
  expect(sent[0]?.resource).toMatchObject({ 'service.name': 'vitrine', 'deployment.environment.name': 'trial' })
  const [span, ...more] = sent[0]?.spans ?? []
  expect(more).toEqual([])
  expect(span).toMatchObject({ name: 'GET /api/products/:id', kind: 2, traceId, parentSpanId: 'b7ad6b7169203331' })
  expect(valuesOf(span?.attributes ?? [])).toMatchObject({
    'http.request.method': 'GET',
    'http.route': '/api/products/:id',
    'http.response.status_code': 200,
    'url.path': `/api/products/${id}`,
    'url.scheme': 'http',
    'network.protocol.version': '1.1',
    'server.address': '127.0.0.1',
  })
  expect(JSON.stringify(sent)).not.toContain('s3cr3t')
})

test('an invalid trace id is ignored; a failed request is marked, and an unknown address has no route', async () => {
  const { ask, db } = await open({
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${here()}/own/path`,
    OTEL_SERVICE_NAME: 'boutique',
  })
  await ask('/nowhere', { headers: { traceparent: `00-${'0'.repeat(32)}-b7ad6b7169203331-01` } })
  await ask('/api/products')
  await db.destroy()
  await ask('/health/ready')
  await tracing?.close()
  expect(sent[0]?.resource).toMatchObject({ 'service.name': 'boutique' })
  const [unknown, , failed] = sent.flatMap(({ spans }) => spans)
  expect(unknown).toMatchObject({ name: 'GET', status: { code: 0 } })
  expect(unknown?.parentSpanId).toBeUndefined()
  expect(valuesOf(unknown?.attributes ?? [])).not.toHaveProperty('http.route')
  expect(failed).toMatchObject({ name: 'GET /health/ready', status: { code: 2 } })
  expect(valuesOf(failed?.attributes ?? [])).toMatchObject({ 'error.type': '503' })
})

test('a collector that is down causes one log line, and does not affect visitors', async () => {
  const { ask } = await open({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_EXPORTER_OTLP_TIMEOUT: '500' })
  const wholeBatch = 512
  for (let n = 0; n < wholeBatch; n++) expect((await ask('/health/live')).status).toBe(200)
  await expect.poll(() => warnings).toHaveLength(1)
  await tracing?.close()
  expect(warnings).toEqual([[expect.anything(), 'traces could not be sent, the shop goes on']])
})

test.each([
  [{}, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }, true],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/v1/traces' }, true],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_SDK_DISABLED: 'true' }, false],
])('with %o requests are traced: %s', (env, isTraced) => {
  expect(readConfig(env).tracing).toBe(isTraced)
})

test.each([
  [{}, /ParentBased\{root=AlwaysOn/],
  [{ OTEL_TRACES_SAMPLER: 'always_off' }, /^AlwaysOff/],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' }, /^TraceIdRatioBased\{0\.1\}/],
  [{ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: 'x' }, /root=TraceIdRatioBased\{1\}/],
])('%o samples as %s', (env, name) => {
  expect(samplerOf(env).toString()).toMatch(name)
})

test('a shop without tracing loads no OpenTelemetry packages', async () => {
  const logLoads = `
    import { registerHooks } from 'node:module'
    const load = (url, context, next) => {
      if (/@opentelemetry.(?!api)/.test(url)) console.log('loaded ' + url)
      return next(url, context)
    }
    registerHooks({ load })`
  const command = ['node', `--import=data:text/javascript,${encodeURIComponent(logLoads)}`, 'src/server/main.ts']
  const { connection } = await testApp()
  const folder = await temporaryFolder()
  const loads = async (env: Record<string, string>) => {
    const shop = await startShop({ DATA_DIR: folder, DATABASE_URL: databaseUrl(connection), ...env }, command)
    expect((await fetch(`${shop.url}/api/products`)).status).toBe(200)
    shop.kill('SIGTERM')
    expect(await shop.ended).toBe(0)
    return shop.output().includes('loaded ')
  }
  expect(await loads({})).toBe(false)
  expect(await loads({ OTEL_EXPORTER_OTLP_ENDPOINT: here() })).toBe(true)
  expect(sent.flatMap(({ spans }) => spans).map(({ name }) => name)).toEqual(['GET /api/products'])
  await rm(folder, { recursive: true })
})
