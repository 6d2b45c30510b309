/** Starts the metrics if the settings turn them on. The library is loaded only then. */
import type { Server } from 'node:http'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import { createMetricsServer, createSendMetrics, type SendMetrics } from '#server/operations/monitoring/metrics-server.ts'
import type { MonitoredProcess } from '#server/operations/monitoring/metrics.ts'
import type { FindPattern } from '#server/operations/monitoring/route-patterns.ts'

export type OpenedMetrics = {
  /** Sends the metrics on the port of the site. `undefined` if no token is set. */
  send: SendMetrics | undefined
  /** The separate server for metrics, which is not listening yet, and where it should listen. `undefined` if no port is set. */
  server: { server: Server; port: number; host: string } | undefined
  /** Measures the requests of the site from now on. */
  observe: (server: Server) => void
}

type MetricsOptions = { config: Pick<Config, 'metrics'>; monitored: MonitoredProcess; build: string; findPattern: FindPattern; log: Log }

export async function openMetrics({ config, monitored, build, findPattern, log }: MetricsOptions): Promise<OpenedMetrics | undefined> {
  if (!config.metrics) return undefined
  const { port, host, token } = config.metrics
  const { createMetrics } = await import('./metrics.ts')
  const metrics = createMetrics({ ...monitored, build, findPattern })
  const send = createSendMetrics(metrics, token, log)
  return {
    send: token === undefined ? undefined : send,
    server: port === undefined ? undefined : { server: createMetricsServer(send), port, host },
    observe: metrics.observe,
  }
}
