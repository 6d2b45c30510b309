/**
 * Serves the metrics: on a separate port, or with a token on the port of the site. Other requests get the response for an unknown address.
 */
import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { pathOf } from '#server/http/guard.ts'
import { sendText } from '#server/http/send-response.ts'
import type { Log } from '#server/log.ts'
import type { Metrics } from '#server/operations/monitoring/metrics.ts'
import { sha256 } from '#server/platform/hash.ts'

const metricsPath = '/metrics'

/** Sends the metrics if the request asks for them and has the token, if one is set. Returns whether they are sent. */
export type SendMetrics = (request: IncomingMessage, response: ServerResponse) => boolean

/** If `token` is `undefined`, requests for the metrics need no token. */
export function createSendMetrics(metrics: Pick<Metrics, 'print'>, token: string | undefined, log: Log): SendMetrics {
  return (request, response) => {
    // Node sends no body to HEAD.
    if (!isRead(request) || pathOf(request.url ?? '') !== metricsPath) return false
    if (token !== undefined && !isAuthorized(request, token)) return false
    metrics.print().then(
      ({ type, text }) => response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text),
      (error: unknown) => {
        log.error({ error }, 'The metrics could not be read')
        sendText(response, 500, 'The metrics could not be read. The log has the reason.')
      },
    )
    return true
  }
}

/** The server for the metrics. It is not listening yet, and does not keep the process running. */
export function createMetricsServer(send: SendMetrics): Server {
  const server = createServer((request, response) => {
    if (!send(request, response)) sendText(response, 404, 'Nothing is here.')
  })
  return server.unref()
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Compares hashes, which have the same length, in constant time. The name of the scheme is not case-sensitive. */
function isAuthorized({ headers }: IncomingMessage, token: string): boolean {
  const given = /^bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(token)))
}
