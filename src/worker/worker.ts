/**
 * The service worker: the site goes on without a network, through a reload and through a release. What is on this device
 * it knows from `site-copy.ts`; here is when it is asked.
 *
 * A new release is taken in as a whole and then takes over at once, also from pages of the one before. Those keep their
 * files; what they are led to next is loaded as a document, so it is of the new release, too.
 */
import { placeOf, classifyRequest } from './classify-request.ts'
import { heartbeat } from './messages.ts'
import type { OpenPage, Release, WorkerRequest, WorkerReply } from './messages.ts'
import { offlinePlaces, openSiteCopy } from './site-copy.ts'

declare const self: ServiceWorkerGlobalScope
/** Filled in when the worker is built, by `server/operations/build-service-worker.ts`. */
declare const builtAs: string
declare const builtFiles: readonly string[]

const build = builtAs
const files = builtFiles

/** Somebody who waits that long for a page gets the one that is here. */
const patienceMs = 3_000
/** After a wait in vain, pages that are here are shown at once for this long. */
const slownessMs = 30_000
/** So often a page that waits hears that its wish is being worked on. */
const signMs = 10_000
/** Longest that an open page takes to say that it is there. */
const rollCallMs = 1_000

const { origin } = self.location
const copy = openSiteCopy({
  caches,
  fetch: (address, options) => fetch(address, options),
  build,
  files,
  now: Date.now,
})

let slowUntil = 0
let rollCall: Map<string, string | undefined> | undefined

self.addEventListener('install', (event) => {
  event.waitUntil(copy.takeRelease().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim().then(() => announce({ release: build })))
})

self.addEventListener('fetch', (event) => {
  const asked = classifyRequest(event.request, origin, files)
  if (!asked) return
  switch (asked.kind) {
    case 'file':
      return event.respondWith(answerFile(event.request))
    case 'image':
      return event.respondWith(answerImage(event.request))
    case 'page':
      return event.respondWith(answerPage(event, asked.place, asked.isSimulation))
    case 'data':
      return event.respondWith(answerData(event, asked.page, asked.place))
  }
})

self.addEventListener('message', (event) => {
  const said = event.data as WorkerRequest | OpenPage
  if ('wish' in said) {
    const [port] = event.ports
    const sign = setInterval(() => port?.postMessage(heartbeat), signMs)
    event.waitUntil(
      answerWish(said).then((answer) => {
        clearInterval(sign)
        port?.postMessage(answer)
      }),
    )
  } else if (event.source instanceof Client) {
    rollCall?.set(event.source.id, said.build)
    if (said.build !== undefined && said.build !== build) event.source.postMessage({ release: build } satisfies Release)
    event.waitUntil(takeOpenPage(said.path))
  }
})

async function answerFile(request: Request): Promise<Response> {
  return (await copy.findFile(request.url).catch(() => undefined)) ?? fetch(request)
}

async function answerImage(request: Request): Promise<Response> {
  return (await copy.findImage(request.url).catch(() => undefined)) ?? fetch(request)
}

/** The network first; what is here when it fails or is slow. */
async function answerPage(event: FetchEvent, place: string | undefined, isSimulation: boolean): Promise<Response> {
  const arriving = fetch(event.request)
  // The first to be told, so that there is still something to copy.
  event.waitUntil(arriving.then((answer) => lookAfter(place, place === undefined ? answer : answer.clone())).catch(() => undefined))
  const kept = place === undefined ? undefined : await copy.findPage(place).catch(() => undefined)
  if (!kept) return arriving.catch(() => offlinePage(isSimulation))
  // Nobody is told of a failure behind the page that is shown.
  const answer = await soon(arriving.catch(() => undefined))
  return answer && answer.status < 500 ? answer : kept
}

/** What is done with a page beside showing it. Nobody waits for it, and nobody is told when it fails. */
async function lookAfter(place: string | undefined, answer: Response): Promise<void> {
  if (copy.isForeign(answer)) await self.registration.update()
  else if (place !== undefined) await copy.takePage(place, answer)
  await tend()
}

/**
 * Data for the scripts of a page that is open. A page that is not, or is of another build than these data, is loaded as
 * a document: then it comes whole from the network, or whole from this device.
 */
async function answerData(event: FetchEvent, page: string, place: string | undefined): Promise<Response> {
  const { request } = event
  const isElsewhere = pathOf(request.referrer) !== pathOf(page)
  const hasPage = place !== undefined && isElsewhere && (await copy.findPage(place).catch(() => undefined)) !== undefined
  try {
    const arriving = fetch(request)
    const answer = hasPage ? await soon(arriving) : await arriving
    if (!answer) return loadDocument(page)
    if (!copy.isForeign(answer)) {
      if (place !== undefined && answer.ok) event.waitUntil(copy.fetchPage(place).catch(() => undefined))
      return answer
    }
    event.waitUntil(self.registration.update().catch(() => undefined))
    return isElsewhere ? loadDocument(page) : answer
  } catch (error) {
    if (!isElsewhere || request.signal.aborted) throw error
    return loadDocument(page)
  }
}

/** React Router's own sign that a page is to be loaded as a document. */
function loadDocument(page: string): Response {
  return new Response(null, { status: 204, headers: { 'X-Remix-Redirect': page, 'X-Remix-Reload-Document': 'true' } })
}

function pathOf(address: string): string {
  return address.replace(origin, '').replace(/[?#].*$/, '')
}

/** `undefined` when it does not come within reasonable time. */
async function soon(arriving: Promise<Response | undefined>): Promise<Response | undefined> {
  const wait = Date.now() < slowUntil ? 0 : patienceMs
  const late = new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), wait))
  const first = await Promise.race([arriving, late])
  if (first !== 'late') return first
  slowUntil = Date.now() + slownessMs
  arriving.then(
    () => (slowUntil = 0),
    () => undefined,
  )
  return undefined
}

/** The page for what is not here, with the exams that are. */
async function offlinePage(isSimulation: boolean): Promise<Response> {
  const page = await copy.findPage(isSimulation ? offlinePlaces.simulation : offlinePlaces.usual)
  if (!page) return Response.error()
  const exams = await copy.listExams()
  const links = exams.map(({ place, title }) => `<li><a href="${place}">${title}</a></li>`).join('')
  const shown = (section: string) => (links ? section.replace(' hidden=""', '') + links : section)
  const html = (await page.text()).replace(/<section[^>]* hidden=""[^>]*>[\s\S]*?<ul[^>]*>/, shown)
  const headers = new Headers(page.headers)
  for (const name of ['Content-Encoding', 'Content-Length', 'ETag']) headers.delete(name)
  return new Response(html, { headers })
}

async function answerWish(wish: WorkerRequest): Promise<WorkerReply> {
  try {
    const problem = wish.wish === 'keep' ? await copy.keepExam(wish.id) : undefined
    // Perhaps because there is a new release.
    if (problem === 'unreachable') await self.registration.update().catch(() => undefined)
    if (wish.wish === 'remove') await copy.removeExam(wish.id)
    return { kept: await copy.listKept(), ...(problem && { problem }) }
  } catch {
    return { kept: [], problem: 'unanswered' }
  }
}

/** Takes in a page that came before there was a worker. */
async function takeOpenPage(path: string): Promise<void> {
  const place = placeOf(path, '')
  if (place !== undefined && !(await copy.findPage(place))) await copy.fetchPage(place).catch(() => undefined)
}

/** Work that waits for a moment when somebody is on the site. */
async function tend(): Promise<void> {
  if (!hasSuccessor() && (await copy.hasEarlierFiles())) {
    const openBuilds = await listOpenBuilds()
    if (!hasSuccessor()) await copy.tidy(openBuilds)
  }
  const aged = await copy.findAged()
  if (aged) await copy.keepExam(aged.id)
}

/** A release that is being taken in, or is about to take over, has its own files here already: they are no earlier ones. */
function hasSuccessor(): boolean {
  return self.registration.installing !== null || self.registration.waiting !== null
}

async function announce(release: Release): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const page of pages) page.postMessage(release)
}

/** Builds whose pages are open, or `undefined` when not every page has answered. */
async function listOpenBuilds(): Promise<Set<string> | undefined> {
  const answers = new Map<string, string | undefined>()
  rollCall = answers
  await announce({ release: build, isRollCall: true })
  await new Promise((resolve) => setTimeout(resolve, rollCallMs))
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (pages.some(({ id }) => !answers.has(id))) return undefined
  return new Set([...answers.values()].filter((build) => build !== undefined))
}
