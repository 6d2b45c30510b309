/** Starts the product in one process: the database, the content, and the HTTP server. Stops on a signal. */
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServerBuild } from 'react-router'
import { defaultLanguage } from '#exam/languages.ts'
import { ConfigProblem, listWarnings, readConfig } from '#server/config.ts'
import { isOutage, withoutOutages } from '#server/db/availability.ts'
import { DatabaseProblem } from '#server/db/embedded.ts'
import type { PlainRequest } from '#server/http/plain-request.ts'
import { createHttpServer } from '#server/http/entry.ts'
import { AddressProblem, listen } from '#server/http/listen.ts'
import type { Application } from '#server/http/request-log.ts'
import { shareAssets } from '#server/http/shared-assets.ts'
import { openStaticFiles } from '#server/http/static-files.ts'
import { createLog, type Log } from '#server/log.ts'
import { readContentVersion } from '#server/platform/content-version.ts'
import { openServices, type OpenedServices, type Services } from '#server/services.ts'
import { drain, endAfter, stopTimeoutMs, waitForSignal } from '#server/http/shutdown.ts'
import { ContentProblem } from '#server/bank/index.ts'
import { createRoutePatterns, findPrepared, openMetrics, openTracing, readManifests, type SiteManifests } from '#server/operations/index.ts'

/** The web build. Its functions are in `src/web/entry.server.tsx`. */
type WebBuild = ServerBuild & {
  entry: {
    module: {
      createHandler: (
        build: ServerBuild,
        manifests: SiteManifests,
      ) => (request: Request, services: Services, origin: string, nonce: string, reference: string) => Promise<Response>
      answerSave: (
        request: PlainRequest,
        attemptId: string,
        services: Services,
        origin: string,
        reference: string,
      ) => Promise<object | Response | undefined>
    }
  }
}

/** Absolute paths of the project and of the build of its sources. */
export type ServedFolders = { project: string; build: string }

/** Runs the server until a signal or a failure. An invalid setting, folder, or content aborts startup with a one-line error. */
export async function main(folders: ServedFolders): Promise<void> {
  try {
    await serve(folders)
  } catch (error) {
    if (
      !(
        error instanceof ConfigProblem ||
        error instanceof DatabaseProblem ||
        error instanceof ContentProblem ||
        error instanceof AddressProblem ||
        isRefusedAccess(error)
      )
    )
      createLog('error').error({ error }, 'Praxam is stopping because of an unexpected error')
    else console.error(error.message)
    process.exitCode = 1
  }
}

export function loadWebBuild(build: string): Promise<WebBuild> {
  return import(/* @vite-ignore */ join(build, 'server/index.js')) as Promise<WebBuild>
}

async function serve({ project, build: buildFolder }: ServedFolders): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  stopOnUncaughtError(log)
  for (const warning of listWarnings(config)) log.warn({}, warning)
  const folders = {
    migrations: join(project, 'migrations'),
    content: join(project, 'content'),
    findTemplate: () => findPrepared(project, buildFolder, 'database'),
    build: basename(buildFolder),
    findGuides: () => findPrepared(project, buildFolder, 'guides'),
  }
  // Loads while the database opens.
  const loading = loadWebBuild(buildFolder)
  loading.catch(() => undefined)
  const tracing = await openTracing(process.env, log)
  const services = await openServices(config, folders, new Date(), log)
  try {
    const build = await loading
    const manifests = await readManifests(buildFolder)
    const { version } = manifests[defaultLanguage]
    const { createHandler, answerSave } = build.entry.module
    const handle = createHandler(build, manifests)
    const findPattern = createRoutePatterns(build.routes)
    const metrics = await openMetrics({ config, monitored: services.monitored, build: version, findPattern, log })
    const application: Application = (request, nonce, reference) => handle(request, services, origin, nonce, reference)
    const { server, origin, announceStop } = createHttpServer({
      application: tracing?.trace(application, findPattern) ?? application,
      // Tracing needs a `Request`, so saves are not answered directly.
      answerSave: tracing ? undefined : (request, attemptId, reference) => answerSave(request, attemptId, services, origin, reference),
      build: version,
      files: await openStaticFiles(join(buildFolder, 'client')),
      sharedAssets: await shareAssets(
        { folder: config.assetsDir, build: basename(buildFolder), assets: join(buildFolder, 'client/assets') },
        log,
      ),
      readContentVersion: () => readContentVersion(services.db),
      startJobs: services.startJobs,
      findChunk: services.questionChunks.findChunk,
      port: config.port,
      publicOrigin: config.publicOrigin,
      trustedProxies: config.trustedProxies,
      readThirdPartyOrigins: () => services.accounts.thirdPartyOrigins,
      edgeCacheSeconds: config.edge?.cacheSeconds,
      sendMetrics: metrics?.send,
      log: withoutOutages(log),
    })
    metrics?.observe(server)
    if (metrics?.server) {
      const { server: metricsServer, port, host } = metrics.server
      await listen(metricsServer, port, host, { port: 'METRICS_PORT', host: 'METRICS_HOST' })
    }
    // Without a public origin, only this machine is served, so the port is not public.
    await listen(server, config.port, config.host ?? (config.publicOrigin ? undefined : '127.0.0.1'), { port: 'PORT', host: 'HOST' })
    console.log(`Praxam is ready on ${origin}`)
    let failure: { error: unknown } | undefined
    await Promise.race([waitForSignal(), startJobsWithRetries(services).catch((error: unknown) => void (failure = { error }))])
    announceStop()
    endAfter(config.stopDelayMs + stopTimeoutMs)
    await pause(config.stopDelayMs)
    await drain(server)
    metrics?.server?.server.close().closeAllConnections()
    if (failure) throw failure.error
  } finally {
    await tracing?.close()
    await services.close()
  }
}

/** Logs an uncaught error and exits. Node would print all its properties, and a database error has the statement with its parameters. */
function stopOnUncaughtError(log: Log): void {
  process.once('uncaughtException', (error) => {
    log.error({ error }, 'Praxam is stopping because of an uncaught error')
    process.exit(1)
  })
}

/** The first pages are served before the jobs start, which would compete with them. */
const jobsDelayMs = 1_000

/**
 * Starts the jobs after a second, and tries again every second while the database is unavailable or its disk is full. Never resolves.
 *
 * @throws any other error of the job runner
 */
async function startJobsWithRetries({ startJobs }: Pick<OpenedServices, 'startJobs'>): Promise<never> {
  let isStarted = false
  while (!isStarted) {
    await pause(jobsDelayMs, undefined, { ref: false })
    isStarted = await startJobs().catch((error: unknown) => {
      if (isOutage(error)) return false
      throw error
    })
  }
  return new Promise<never>(() => {})
}

/** Whether the process may not use a file. The message of the error names it. */
function isRefusedAccess(error: unknown): error is Error {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === 'EACCES'
}
