import { describe, expect, onTestFinished, test } from 'vitest'
import { tmpdir } from 'node:os'
import { createMetricsServer, createSendMetrics } from '#server/operations/monitoring/metrics-server.ts'
import { createMetrics, type Metrics, type MonitoredProcess } from '#server/operations/monitoring/metrics.ts'
import { jobFailures, pageLookups, saves } from '#server/platform/events.ts'
import type { AddressInfo } from 'node:net'
import { serve } from '#tests/http-server.ts'
import { parseMetrics, valueOf } from '#tests/prometheus.ts'
import { silentLog } from '#tests/services.ts'

const token = 'token-of-the-tests'

function open(values: Partial<MonitoredProcess> = {}): Metrics {
  const metrics = createMetrics({
    pool: { totalCount: 10, idleCount: 3, waitingCount: 2 },
    engine: 'postgres',
    isAvailable: () => true,
    readQueues: async () => [{ queue: 'mail', counts: { ready: 4, deferred: 1, active: 2, failed: 0 } }],
    dataDir: tmpdir(),
    build: 'build-1',
    findPattern: (url) => (url.startsWith('/exam/') ? '/exam/:certificationId' : '/*'),
    ...values,
  })
  onTestFinished(metrics.close)
  return metrics
}

const read = async (metrics: Metrics) => parseMetrics((await metrics.print()).text)

describe('the metrics', () => {
  test('follow the conventions of Prometheus', async () => {
    const families = await read(open())
    for (const { name, type, help } of families) {
      expect(name).toMatch(/^(?:praxam|process|nodejs)_[a-z0-9_]+$/)
      expect([name, help === '']).toEqual([name, false])
      if (name.startsWith('praxam_') && type === 'counter') expect(name).toMatch(/_total$/)
      if (name.startsWith('praxam_') && type === 'histogram') expect(name).toMatch(/_(?:seconds|bytes)$/)
    }
    const names = families.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['process_resident_memory_bytes', 'nodejs_heap_size_used_bytes', 'nodejs_eventloop_lag_p99_seconds']),
    )
    expect(valueOf(families, 'praxam_build_info', { build: 'build-1', database: 'postgres' })).toBe(1)
    expect(valueOf(families, 'praxam_data_folder_free_bytes')).toBeGreaterThan(0)
  })

  test('count what the process reports', async () => {
    const metrics = open()
    saves.publish({ moves: 3, conflicts: 1 })
    saves.publish({ moves: 1, conflicts: 0 })
    pageLookups.publish('hit')
    pageLookups.publish('hit')
    pageLookups.publish('miss')
    jobFailures.publish('mail')
    const families = await read(metrics)
    expect(valueOf(families, 'praxam_saves_total')).toBe(2)
    expect(valueOf(families, 'praxam_saved_moves_total')).toBe(4)
    expect(valueOf(families, 'praxam_save_conflicts_total')).toBe(1)
    expect(valueOf(families, 'praxam_page_cache_requests_total', { result: 'hit' })).toBe(2)
    expect(valueOf(families, 'praxam_page_cache_requests_total', { result: 'miss' })).toBe(1)
    expect(valueOf(families, 'praxam_job_failures_total', { queue: 'mail' })).toBe(1)
    expect(valueOf(families, 'praxam_job_failures_total', { queue: 'maintenance' })).toBe(0)
  })

  test('show the connections and the queues at the time they are read', async () => {
    const pool = { totalCount: 10, idleCount: 3, waitingCount: 2 }
    const metrics = open({ pool })
    expect(valueOf(await read(metrics), 'praxam_database_connections', { state: 'active' })).toBe(7)
    pool.idleCount = 10
    const families = await read(metrics)
    expect(valueOf(families, 'praxam_database_connections', { state: 'active' })).toBe(0)
    expect(valueOf(families, 'praxam_database_waiting_requests')).toBe(2)
    expect(valueOf(families, 'praxam_queue_jobs', { queue: 'mail', state: 'ready' })).toBe(4)
  })

  test('count the failures of every queue from zero', async () => {
    const counts = { ready: 0, deferred: 0, active: 0, failed: 0 }
    const metrics = open({ readQueues: async () => [{ queue: 'rescore', counts }] })
    await read(metrics)
    const failures = async () => valueOf(await read(metrics), 'praxam_job_failures_total', { queue: 'rescore' })
    expect(await failures()).toBe(0)
    jobFailures.publish('rescore')
    expect(await failures()).toBe(1)
  })

  test('leave the queues out while the database fails, and say that it does', async () => {
    const families = await read(open({ isAvailable: () => false, readQueues: () => Promise.reject(new Error('gone')) }))
    expect(valueOf(families, 'praxam_database_available')).toBe(0)
    expect(valueOf(families, 'praxam_queue_jobs')).toBeUndefined()
  })

  test('are printed although the database does not answer', async () => {
    const families = await read(open({ readQueues: () => new Promise(() => undefined) }))
    expect(valueOf(families, 'praxam_queue_jobs')).toBeUndefined()
  })
})

describe('the duration of requests', () => {
  test('is counted by method, route and class of the status', async () => {
    const metrics = open()
    const { ask, server } = await serve()
    metrics.observe(server)
    await ask('/exam/mb-800')
    await ask('/exam/pl-300?x=1')
    await ask('/exam/mb-800', { method: 'OPTIONS' })
    const count = (labels: Record<string, string>) =>
      read(metrics).then((families) => valueOf(families, 'praxam_http_request_duration_seconds_count', labels))
    const route = '/exam/:certificationId'
    await expect.poll(() => count({ method: 'GET', route, status: '2xx' })).toBe(2)
    expect(await count({ method: 'other', route, status: '4xx' })).toBe(1)
    expect(valueOf(await read(metrics), 'praxam_http_requests_in_progress')).toBe(0)
  })

  test('includes requests whose client has left', async () => {
    const metrics = open()
    let start = () => {}
    const started = new Promise<void>((resolve) => (start = resolve))
    const application = async ({ signal }: Request) => {
      start()
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      return new Response()
    }
    const { port, server } = await serve({ application })
    metrics.observe(server)
    const leaving = new AbortController()
    const asked = fetch(`http://localhost:${port}/profile`, { signal: leaving.signal }).catch(() => undefined)
    await started
    expect(valueOf(await read(metrics), 'praxam_http_requests_in_progress')).toBe(1)
    leaving.abort()
    await asked
    const countAborted = async () => valueOf(await read(metrics), 'praxam_http_request_duration_seconds_count', { status: 'aborted' })
    await expect.poll(countAborted).toBe(1)
  })
})

describe('the address of the metrics', () => {
  const print = async () => ({ type: 'text/plain', text: 'praxam_saves_total 1\n' })
  const authorized = { Authorization: `Bearer ${token}` }

  test('on the port of the site exists only with the token', async () => {
    const { ask, asked } = await serve({ sendMetrics: createSendMetrics({ print }, token, silentLog) })
    for (const scheme of ['Bearer', 'bearer', 'BEARER ']) {
      const { body } = await ask('/metrics', { headers: { Authorization: `${scheme} ${token}` } })
      expect(body.toString()).toBe('praxam_saves_total 1\n')
    }
    const headers = await ask('/metrics', { method: 'HEAD', headers: authorized })
    expect([headers.status, headers.headers['content-type'], headers.body.length]).toEqual([200, 'text/plain', 0])
    expect(asked).toEqual([])
    const wrong = [{}, { Authorization: token }, { Authorization: `Bearer ${token}x` }, { Authorization: 'Bearer ' }]
    for (const each of wrong) await ask('/metrics', { headers: each })
    // The site itself answers, and it has no such page.
    expect(asked).toEqual(wrong.map(() => '/metrics'))
  })

  test('on its own port needs no token if none is set, and has nothing else', async () => {
    const ask = await listenOn(createSendMetrics({ print }, undefined, silentLog))
    expect(await (await ask('/metrics')).text()).toBe('praxam_saves_total 1\n')
    expect((await ask('/')).status).toBe(404)
    expect((await ask('/metrics', { method: 'POST' })).status).toBe(404)
  })

  test('on its own port needs the token if one is set', async () => {
    const ask = await listenOn(createSendMetrics({ print }, token, silentLog))
    expect((await ask('/metrics')).status).toBe(404)
    expect((await ask('/metrics', { headers: authorized })).status).toBe(200)
  })

  test('says that the metrics could not be read', async () => {
    const ask = await listenOn(createSendMetrics({ print: () => Promise.reject(new Error('no')) }, undefined, silentLog))
    expect((await ask('/metrics')).status).toBe(500)
  })
})

async function listenOn(send: ReturnType<typeof createSendMetrics>) {
  const server = createMetricsServer(send)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => void (await new Promise((resolve) => server.close(resolve))))
  const { port } = server.address() as AddressInfo
  return (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init)
}
