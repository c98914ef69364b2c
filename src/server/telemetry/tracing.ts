import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Context,
  createTraceState,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { shownPath } from '../lib/log.ts'
import { throttle } from '../lib/throttle.ts'
import { isFromOutside, patternOf } from './request-metrics.ts'
import { samplerOf } from './sampler.ts'

export interface Tracing {
  register(app: FastifyInstance): void
  /** Sends the remaining spans, unless that takes longer than 2 s. */
  close(): Promise<void>
}

const warnEveryMs = 60_000
const closeTimeoutMs = 2_000

/**
 * Traces requests with OpenTelemetry. The exporter reads its destination from the standard variables itself
 * (`OTEL_EXPORTER_OTLP_ENDPOINT`...).
 */
export function openTracing(log: { warn(about: object, message: string): void }, env = process.env): Tracing {
  const warn = throttle<string>(
    (fault, times) => log.warn({ fault: fault.slice(0, 200), times }, 'traces could not be sent, the shop goes on'),
    warnEveryMs,
  )
  const quiet = () => undefined
  diag.setLogger(
    { error: warn, warn, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'vitrine', 'process.pid': process.pid }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    sampler: samplerOf(env),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer('vitrine')
  const spans = new WeakMap<FastifyRequest, Span>()

  function begin(request: FastifyRequest): void {
    const { method, url, protocol, hostname, port, raw } = request
    const span = tracer.startSpan(
      nameOf(request),
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': method,
          'url.path': shownPath(url),
          'url.scheme': protocol,
          'server.address': hostname,
          ...(port && { 'server.port': port }),
          'network.protocol.version': raw.httpVersion,
          ...(!request.is404 && { 'http.route': patternOf(request) }),
          'vitrine.request_id': request.id,
        },
      },
      contextOf(request),
    )
    spans.set(request, span)
  }

  function end(request: FastifyRequest, { statusCode }: FastifyReply): void {
    const span = spans.get(request)
    if (!span) return
    span.setAttribute('http.response.status_code', statusCode)
    if (statusCode >= 500) {
      span.setAttribute('error.type', String(statusCode))
      span.setStatus({ code: SpanStatusCode.ERROR })
    }
    span.end()
  }

  return {
    register(app) {
      app.addHook('onRequest', (request, _reply, done) => {
        if (isFromOutside(request)) begin(request)
        done()
      })
      app.addHook('onResponse', (request, reply, done) => {
        end(request, reply)
        done()
      })
    },

    async close() {
      const closed = provider.shutdown().catch((error: unknown) => warn(String(error)))
      await Promise.race([closed, sleep(closeTimeoutMs, undefined, { ref: false })])
    },
  }
}

const nameOf = (request: FastifyRequest) => (request.is404 ? request.method : `${request.method} ${patternOf(request)}`)

const traceparent = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/

/** Reads the trace of a request from the headers of W3C Trace Context. */
function contextOf({ headers }: FastifyRequest): Context {
  const [, traceId = '', spanId = '', flags = ''] = traceparent.exec(String(headers.traceparent ?? '')) ?? []
  const state = headers.tracestate
  const parent = {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
    ...(typeof state === 'string' && { traceState: createTraceState(state) }),
  }
  return trace.setSpanContext(ROOT_CONTEXT, parent) // OpenTelemetry ignores an invalid one
}
