/** Starts the product in one process: the build if needed, the database, the content and the HTTP server. Stops on a signal. */
import type { Server } from 'node:http'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createRequestHandler, type ServerBuild } from 'react-router'
import { ConfigProblem, listWarnings, readConfig } from '#server/config.ts'
import { withoutOutages } from '#server/db/availability.ts'
import { DatabaseProblem } from '#server/db/embedded.ts'
import { createHttpServer, type Application } from '#server/http/entry.ts'
import { shareAssets } from '#server/http/shared-assets.ts'
import { readStaticFiles } from '#server/http/static-files.ts'
import { createLog, type Log } from '#server/log.ts'
import { readContentVersion } from '#server/platform/content-version.ts'
import { openServices, type Services } from '#server/services.ts'
import { ContentProblem } from '#server/bank/index.ts'
import { buildWhenNeeded, createRoutePatterns, openMetrics, openTracing } from '#server/operations/index.ts'

const root = join(import.meta.dirname, '../..')
/** Time for requests in progress after a signal. */
const drainTimeoutMs = 6_000
/** Time until the process ends after a signal. Containers are killed after ten seconds. */
const stopTimeoutMs = 9_500

/** The exports of `src/web/entry.server.tsx` in the web build. */
type WebBuild = ServerBuild & {
  entry: {
    module: {
      makeRequestContext: (
        services: Services,
        origin: string,
        nonce: string,
        reference: string,
      ) => Parameters<ReturnType<typeof createRequestHandler>>[1]
      withErrorReferences: (routes: ServerBuild['routes']) => ServerBuild['routes']
    }
  }
}

/** Runs until a signal. An invalid setting, folder or content aborts startup with a one-line error. */
export async function main(): Promise<void> {
  try {
    await serve()
  } catch (error) {
    if (
      !(
        error instanceof ConfigProblem ||
        error instanceof DatabaseProblem ||
        error instanceof ContentProblem ||
        isAddressUnavailable(error)
      )
    )
      createLog('error').error({ error }, 'Praxam is stopping because of an unexpected error')
    else console.error(error.message)
    process.exitCode = 1
  }
}

async function serve(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  stopOnUncaughtError(log)
  for (const warning of listWarnings(config)) log.warn({}, warning)
  const buildFolder = await buildWhenNeeded(root)
  const folders = { migrations: join(root, 'migrations'), content: join(root, 'content') }
  const tracing = await openTracing(process.env, log)
  const services = await openServices(config, folders, new Date(), log)
  try {
    const build = (await import(join(buildFolder, 'server/index.js'))) as WebBuild
    const { makeRequestContext, withErrorReferences } = build.entry.module
    const handle = createRequestHandler({ ...build, routes: withErrorReferences(build.routes) }, 'production')
    const findPattern = createRoutePatterns(build.routes)
    const metrics = await openMetrics({ config, monitored: services.monitored, build: build.assets.version, findPattern, log })
    const application: Application = (request, nonce, reference) => handle(request, makeRequestContext(services, origin, nonce, reference))
    const { server, origin, announceStop } = createHttpServer({
      application: tracing?.trace(application, findPattern) ?? application,
      build: build.assets.version,
      files: await readStaticFiles(join(buildFolder, 'client')),
      sharedAssets: await shareAssets(
        { folder: config.assetsDir, build: basename(buildFolder), assets: join(buildFolder, 'client/assets') },
        log,
      ),
      readContentVersion: () => readContentVersion(services.db),
      port: config.port,
      publicOrigin: config.publicOrigin,
      trustedProxies: config.trustedProxies,
      readThirdPartyOrigins: () => services.accounts.thirdPartyOrigins,
      sendMetrics: metrics?.send,
      log: withoutOutages(log),
    })
    metrics?.observe(server)
    if (metrics?.server) await listen(metrics.server.server, metrics.server.port, metrics.server.host)
    // Without a public origin, only this machine is served, so the port stays private.
    await listen(server, config.port, config.host ?? (config.publicOrigin ? undefined : '127.0.0.1'))
    console.log(`Praxam is ready on ${origin}`)
    await waitForSignal()
    announceStop()
    endAfter(config.stopDelayMs + stopTimeoutMs)
    await pause(config.stopDelayMs)
    await drain(server)
    metrics?.server?.server.close().closeAllConnections()
  } finally {
    await tracing?.close()
    await services.close()
  }
}

/** Logs an uncaught error. Node would print all its properties, and a database error has the statement with its parameters. */
function stopOnUncaughtError(log: Log): void {
  process.once('uncaughtException', (error) => {
    log.error({ error }, 'Praxam is stopping because of an uncaught error')
    process.exit(1)
  })
}

function listen(server: Server, port: number, host: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, ...(host && { host }) }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function waitForSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve())
  })
}

/** Ends the process if closing takes too long. The database is durable, so nothing that was saved is lost. */
function endAfter(ms: number): void {
  const end = () => {
    console.error(`Praxam was ended because it did not stop within ${Math.round(ms / 1000)} seconds. Nothing that was saved is lost.`)
    process.exit(1)
  }
  setTimeout(end, ms).unref()
}

/** Waits for requests in progress. Idle connections are closed immediately. */
function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), drainTimeoutMs)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}

/** Whether the address or the port cannot be used, which only the operator can change. */
function isAddressUnavailable(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const { code, port, address, hostname } = error as NodeJS.ErrnoException & { port?: number; address?: string; hostname?: string }
  if (code === 'EADDRINUSE')
    error.message = `Port ${port} is in use by another program; stop that program or choose another port in the settings.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    error.message = `This machine has no address ${address ?? hostname}; set HOST to one of its addresses.`
  return ['EADDRINUSE', 'EADDRNOTAVAIL', 'ENOTFOUND', 'EACCES'].includes(code ?? '')
}
