import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { InMemorySpanExporter, type ReadableSpan } from '@opentelemetry/sdk-trace'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Application } from '#server/http/request-log.ts'
import { createLog } from '#server/log.ts'
import { openTracing } from '#server/operations/monitoring/open-tracing.ts'
import { createRoutePatterns } from '#server/operations/monitoring/route-patterns.ts'
import { createTracing, type Tracing } from '#server/operations/monitoring/tracing.ts'
import { statements } from '#server/platform/events.ts'
import { serve } from '#tests/http-server.ts'
import { openTestDatabase, silentLog } from '#tests/services.ts'

afterEach(() => vi.unstubAllEnvs())

const findPattern = createRoutePatterns({ progress: { path: 'profile/progress/:certificationId' } })

/** A site whose pages run one statement with a value. */
async function serveTraced(tracing: Tracing) {
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  const application: Application = async () => {
    await database.db.selectFrom('users').select('id').where('email', '=', 'camille@example.com').execute()
    return new Response('')
  }
  const site = await serve({ application: tracing.trace(application, findPattern) })
  return { ...site, database }
}

test('a request and its statements reach the collector that the variables name', async () => {
  const { origin, received } = await startCollector()
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', origin)
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'x-key=of-the-operator')
  vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment.name=staging')
  const tracing = await openTracing(process.env, silentLog)
  if (!tracing) throw new Error('There is no tracing')
  const { ask } = await serveTraced(tracing)
  await ask('/profile/progress/mb-800?week=2')
  await tracing.close()
  const [sent] = received
  expect(sent).toMatchObject({ url: '/v1/traces', type: 'application/x-protobuf', key: 'of-the-operator' })
  // The text fields of the binary format are UTF-8.
  for (const text of ['GET /profile/progress/:certificationId', 'select "id" from "users"', 'praxam', 'staging'])
    expect(sent?.body).toContain(text)
  for (const secret of ['camille@example.com', 'mb-800', 'week=2']) expect(sent?.body).not.toContain(secret)
})

describe('a trace', () => {
  const collect = async (path: string, headers: Record<string, string> = {}) => {
    const exporter = new InMemorySpanExporter()
    let spans: ReadableSpan[] = []
    // Closing the exporter empties it.
    const shutdown = async () => void (spans = exporter.getFinishedSpans())
    const tracing = createTracing({}, silentLog, { export: (batch, done) => exporter.export(batch, done), shutdown })
    const { ask, database } = await serveTraced(tracing)
    await database.db.selectFrom('certifications').select('id').execute()
    await ask(path, { headers })
    await tracing.close()
    return spans
  }

  test('has the statements of its request as children, and no others', async () => {
    const spans = await collect('/profile/progress/mb-800')
    const [statement, request] = spans
    expect(spans.map(({ name }) => name)).toEqual(['SELECT', 'GET /profile/progress/:certificationId'])
    expect(statement?.parentSpanContext?.spanId).toBe(request?.spanContext().spanId)
    expect(request?.attributes).toMatchObject({ 'http.response.status_code': 200, 'praxam.reference': expect.any(String) })
  })

  test('continues the trace of the proxy', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    const spans = await collect('/contact?x=1', { traceparent: `00-${traceId}-b7ad6b7169203331-01` })
    expect(spans.map((span) => span.spanContext().traceId)).toEqual([traceId, traceId])
  })
})

describe('without a collector', () => {
  test.each([
    {},
    { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318', OTEL_SDK_DISABLED: 'true' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318', OTEL_TRACES_EXPORTER: 'none' },
  ])('nothing is traced: %j', async (variables) => {
    expect(await openTracing(variables, silentLog)).toBeUndefined()
    expect(statements.hasSubscribers()).toBe(false)
  })
})

test.each([
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf; it is "grpc".'],
  [{ OTEL_TRACES_SAMPLER: 'sometimes' }, 'OTEL_TRACES_SAMPLER must be'],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1'],
])('settings that do not work are refused: %j', async (variables, message) => {
  const opening = openTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318', ...variables }, silentLog)
  await expect(opening).rejects.toThrow(message)
})

test('a sampler that is off sends nothing', async () => {
  const { origin, received } = await startCollector()
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', origin)
  const tracing = await openTracing({ ...process.env, OTEL_TRACES_SAMPLER: 'always_off' }, silentLog)
  if (!tracing) throw new Error('There is no tracing')
  const { ask } = await serveTraced(tracing)
  await ask('/profile/progress/mb-800')
  await tracing.close()
  expect(received).toEqual([])
})

test('a collector that refuses is logged once, and requests are answered', async () => {
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => lines.push(line) })
  const { origin } = await startCollector(400)
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', origin)
  const tracing = await openTracing(process.env, log)
  if (!tracing) throw new Error('There is no tracing')
  const { ask } = await serveTraced(tracing)
  expect((await ask('/contact?x=1')).status).toBe(200)
  await tracing.close()
  expect(lines.map((line) => (JSON.parse(line) as { message: string }).message)).toEqual(['Traces cannot be sent and are dropped'])
})

/** A collector of OpenTelemetry that only records. */
async function startCollector(status = 200) {
  const received: { url: string | undefined; type: string | undefined; key: unknown; body: string }[] = []
  const read = async (request: IncomingMessage) => {
    const { url, headers } = request
    received.push({ url, type: headers['content-type'], key: headers['x-key'], body: (await buffer(request)).toString('latin1') })
  }
  const server = createServer((request, response) => void read(request).then(() => response.writeHead(status).end()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => server.close().closeAllConnections())
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}
