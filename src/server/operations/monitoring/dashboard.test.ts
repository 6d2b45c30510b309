import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createMetrics } from '#server/operations/monitoring/metrics.ts'
import { parseMetrics } from '#tests/prometheus.ts'

type Panel = { title: string; targets: readonly { expr: string }[] }

const path = join(import.meta.dirname, '../../../../operations/dashboard.json')
const dashboard = JSON.parse(readFileSync(path, 'utf8')) as {
  panels: readonly Panel[]
  templating: { list: readonly { query: unknown }[] }
}

/** Suffixes of the samples of a histogram. */
const histogramSuffixes = ['_bucket', '_count', '_sum']

test('the dashboard reads only metrics that the server has, and all of those of the site', async () => {
  const metrics = createMetrics({
    pool: { totalCount: 0, idleCount: 0, waitingCount: 0 },
    engine: 'embedded',
    isAvailable: () => true,
    readQueues: async () => [],
    dataDir: tmpdir(),
    build: 'build-1',
    findPattern: () => '/',
  })
  onTestFinished(metrics.close)
  const families = parseMetrics((await metrics.print()).text)
  const exported = families.flatMap(({ name, type }) => (type === 'histogram' ? histogramSuffixes.map((suffix) => name + suffix) : [name]))
  const read = new Set(JSON.stringify(dashboard).match(/\b(?:praxam|nodejs|process)_[a-z0-9_]+/g))
  expect([...read].filter((name) => !exported.includes(name))).toEqual([])
  const own = families.filter(({ name }) => name.startsWith('praxam_'))
  expect(own.filter(({ name }) => ![...read].some((used) => used.startsWith(name))).map(({ name }) => name)).toEqual([])
  for (const { title, targets } of dashboard.panels) expect([title, targets.length > 0]).toEqual([title, true])
})
