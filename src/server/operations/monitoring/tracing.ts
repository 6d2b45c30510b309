/**
 * Traces of requests and of their database statements, sent to a collector. Loaded only if the standard variables of OpenTelemetry name one.
 * Traces contain neither addresses with ids nor values of statements.
 */
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Tracer } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, detectResources, envDetector, resourceFromAttributes, serviceInstanceIdDetector } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace'
import type { Application } from '#server/http/request-log.ts'
import type { Log } from '#server/log.ts'
import { createSampler } from '#server/operations/monitoring/sampler.ts'
import type { FindPattern } from '#server/operations/monitoring/route-patterns.ts'
import { statements } from '#server/platform/events.ts'

export type Tracing = {
  /** Traces the requests to the application. Requests for static files and cached pages do not reach the application. */
  trace: (application: Application, findPattern: FindPattern) => Application
  /** Sends the remaining traces. */
  close: () => Promise<void>
}

type Variables = Record<string, string | undefined>

/** Shutdown must not wait long for a collector that does not respond. */
const exportTimeoutMs = 3_000
const statementLengthMax = 2_000

export function createTracing(variables: Variables, log: Log, exporter: SpanExporter = createExporter(variables, log)): Tracing {
  const contexts = new AsyncLocalStorageContextManager().enable()
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'praxam' }))
      .merge(detectResources({ detectors: [envDetector, serviceInstanceIdDetector] })),
    sampler: createSampler(variables),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('praxam')
  const endStatements = traceStatements(tracer, () => contexts.active())
  return {
    trace: (application, findPattern) => (request, nonce, reference) => {
      const route = findPattern(new URL(request.url).pathname)
      const attributes = { 'http.request.method': request.method, 'http.route': route, 'praxam.reference': reference }
      const span = tracer.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, readParent(request))
      return contexts.with(trace.setSpan(ROOT_CONTEXT, span), async () => {
        try {
          const response = await application(request, nonce, reference)
          span.setAttribute('http.response.status_code', response.status)
          if (response.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          return response
        } catch (error) {
          span.setStatus({ code: SpanStatusCode.ERROR })
          throw error
        } finally {
          span.end()
        }
      })
    },
    close: async () => {
      endStatements()
      // A failure has already been logged.
      await provider.shutdown().catch(() => undefined)
      contexts.disable()
    },
  }
}

/** Statements outside of requests, such as those that poll the queues, are left out. */
function traceStatements(tracer: Tracer, activeContext: () => Context): () => void {
  return statements.subscribe(({ text, durationMs, error }) => {
    const context = activeContext()
    if (!trace.getSpan(context)) return
    const endedAt = performance.timeOrigin + performance.now()
    const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'STATEMENT'
    const attributes = {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': text.slice(0, statementLengthMax),
    }
    const span = tracer.startSpan(operation, { kind: SpanKind.CLIENT, startTime: endedAt - durationMs, attributes }, context)
    if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(endedAt)
  })
}

/** The span of the proxy or program that sent the request. Source: W3C Trace Context. */
function readParent({ headers }: Request): Context {
  return new W3CTraceContextPropagator().extract(ROOT_CONTEXT, headers, {
    keys: (carrier: Headers) => [...carrier.keys()],
    get: (carrier: Headers, key) => carrier.get(key) ?? undefined,
  })
}

/** The exporter itself reads the address, headers, compression, and certificates of the collector from the environment. */
function createExporter(variables: Variables, log: Log): SpanExporter {
  const hasTimeout = variables['OTEL_EXPORTER_OTLP_TIMEOUT'] ?? variables['OTEL_EXPORTER_OTLP_TRACES_TIMEOUT']
  return withReports(new OTLPTraceExporter(hasTimeout ? {} : { timeoutMillis: exportTimeoutMs }), log)
}

/** Logs when the collector stops accepting traces, and when it accepts them again. */
function withReports(exporter: SpanExporter, log: Log): SpanExporter {
  let isFailing = false
  return {
    export: (spans, onResult) =>
      exporter.export(spans, (result) => {
        const hasFailed = result.error !== undefined
        if (hasFailed && !isFailing) log.warn({ error: result.error }, 'Traces cannot be sent and are dropped')
        if (!hasFailed && isFailing) log.warn({}, 'Traces are sent again')
        isFailing = hasFailed
        onResult(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}
