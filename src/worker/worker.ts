/**
 * The service worker: makes the site work offline, even after a reload or a release. `site-copy.ts` describes what is stored.
 *
 * A new release is installed completely and then becomes active immediately, even for open pages of the earlier release. Those
 * pages still get their own files. Their next navigation loads a document, and with it the new release.
 */
import { splitLanguage, type Language } from '#exam/languages.ts'
import { fetchPage, findImage, findPage } from './cached-pages.ts'
import { classifyRequest, findCacheKey } from './classify-request.ts'
import { listSavedExams } from './exam-notes.ts'
import { announce, recordOpenPage } from './maintenance.ts'
import {
  heartbeat,
  type OpenPage,
  type Release,
  type SaveProblem,
  type SaveProgress,
  type WorkerReply,
  type WorkerRequest,
} from './messages.ts'
import { addLanguage, findFile, installRelease } from './releases.ts'
import { respondWithChunk, respondWithData, respondWithPage, respondWithTranslations } from './respond.ts'
import { followSave, listRunningSaves, runSave } from './running-saves.ts'
import { removeExam, saveExam } from './saved-exams.ts'
import type { SiteCopy } from './site-copy.ts'
import { removeUnused } from './storage.ts'

declare const self: ServiceWorkerGlobalScope
// The build of the worker defines both, see `server/operations/build-service-worker.ts`.
declare const builtAs: string
declare const builtFiles: SiteCopy['files']

const build = builtAs
const files = builtFiles
const copy: SiteCopy = {
  caches,
  fetch: (address, options) => fetch(address, options),
  build,
  files,
  listOpenLanguages: async () => {
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
    return pages.map(({ url }) => languageOf(new URL(url).pathname))
  },
  now: Date.now,
}

function languageOf(path: string): Language {
  return splitLanguage(path).language
}

/** How often the worker sends a heartbeat. Pages give up on a request after a minute without a message. */
const heartbeatIntervalMs = 10_000

self.addEventListener('install', (event) => {
  event.waitUntil(installRelease(copy).then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim().then(() => announce({ release: build })))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const classified = classifyRequest(request, self.location.origin, Object.values(files).flat())
  switch (classified?.kind) {
    case undefined:
      return
    case 'file':
      return event.respondWith(cachedOrFetched(findFile(copy, request.url), request))
    case 'image':
      return event.respondWith(cachedOrFetched(findImage(copy, request.url), request))
    case 'chunk':
      return event.respondWith(respondWithChunk(copy, event, classified.address))
    case 'translations':
      return event.respondWith(respondWithTranslations(copy, event, classified.address))
    case 'page':
      return event.respondWith(respondWithPage(copy, event, classified.cacheKey, classified.isSimulation))
    case 'data':
      return event.respondWith(respondWithData(copy, event, classified.page, classified.cacheKey))
  }
})

async function cachedOrFetched(cached: Promise<Response | undefined>, request: Request): Promise<Response> {
  return (await cached.catch(() => undefined)) ?? fetch(request)
}

self.addEventListener('message', (event) => {
  const message = event.data as WorkerRequest | OpenPage
  if ('wish' in message) {
    const [port] = event.ports
    const timer = setInterval(() => port?.postMessage(heartbeat), heartbeatIntervalMs)
    event.waitUntil(
      handleRequest(message, (share) => port?.postMessage({ share } satisfies SaveProgress)).then(async (reply) => {
        clearInterval(timer)
        port?.postMessage(reply)
        // The page does not wait for this.
        if (message.wish === 'keep' && !reply.problem) await removeUnused(copy).catch(() => undefined)
      }),
    )
  } else if (event.source instanceof Client) {
    recordOpenPage(event.source.id, message.build)
    if (message.build !== undefined && message.build !== build) event.source.postMessage({ release: build } satisfies Release)
    event.waitUntil(cacheOpenPage(message.path))
  }
})

async function handleRequest(request: WorkerRequest, onProgress: (share: number) => void): Promise<WorkerReply> {
  try {
    const problem = await fulfill(request, onProgress)
    // The reason may be a new release.
    if (problem === 'unreachable') await self.registration.update().catch(() => undefined)
    return { kept: await listSavedExams(copy), saving: listRunningSaves(), ...(problem && { problem }) }
  } catch {
    return { kept: [], problem: 'unanswered' }
  }
}

async function fulfill(request: WorkerRequest, onProgress: (share: number) => void): Promise<SaveProblem | undefined> {
  switch (request.wish) {
    case 'keep': {
      const { id, language, progress } = request
      return runSave(id, language, progress ? onProgress : () => undefined, (report) => saveExam(copy, id, language, report))
    }
    case 'follow':
      return followSave(request.id, onProgress)
    case 'remove':
      await removeExam(copy, request.id)
      return undefined
    case 'list':
      return undefined
  }
}

/** Caches a page that was loaded before there was a worker, and the files and pages of its language. */
async function cacheOpenPage(path: string): Promise<void> {
  const key = findCacheKey(path, '')
  if (key !== undefined && !(await findPage(copy, key))) await fetchPage(copy, key).catch(() => undefined)
  await addLanguage(copy, languageOf(path)).catch(() => undefined)
}
