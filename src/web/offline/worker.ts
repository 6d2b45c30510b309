/** The page's side of the service worker: registers it, tells it of this page, follows releases, and asks it for exams. */
import { heartbeat } from '#worker/messages.ts'
import type { OpenPage, Release, WorkerRequest, WorkerReply } from '#worker/messages.ts'

declare global {
  interface Window {
    /** What the framework knows of its files. */
    __reactRouterManifest?: { version: string }
  }
}

/** The same on pages that carry only a few lines, see `layout/still-header.tsx`. */
const address = '/sw.js'

/** Whether the worker is of another release than this page. */
let isOutdated = false

/** Begins once the page is there, so that the worker takes nothing from it. Browsers without workers, and addresses without https, go without. */
export function startWorker(): void {
  if (!('serviceWorker' in navigator)) return
  // oxlint-disable-next-line no-underscore-dangle -- the framework's own name
  const build = window.__reactRouterManifest?.version
  const sayOpen = (worker: MessageEventSource | null) =>
    worker?.postMessage({ path: window.location.pathname, ...(build && { build }) } satisfies OpenPage, {})
  navigator.serviceWorker.addEventListener('message', ({ data, source }: MessageEvent<Release>) => {
    isOutdated = data.release !== build
    if (data.isRollCall) sayOpen(source)
  })
  void navigator.serviceWorker.ready.then(({ active }) => sayOpen(active))
  document.addEventListener('click', leaveByDocument, true)
  const begin = () => void register()
  if (document.readyState === 'complete') begin()
  else window.addEventListener('load', begin, { once: true })
}

let refuse: () => void = () => undefined
/** Resolves when it turns out that the browser will have no worker, as in some private windows or when its storage is full. */
const refusal = new Promise<undefined>((resolve) => (refuse = () => resolve(undefined)))

async function register(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register(address)
    const worker = registration.installing
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'redundant' && !registration.active) refuse()
    })
  } catch {
    refuse()
  }
}

/**
 * After a release, a link leads to a page of that release, with its own scripts: it is followed by the browser instead
 * of the scripts here. Whoever is in the middle of a run stays in it for as long as she likes. Without a network it is the
 * same: a page on this device is whole, while its data and scripts for this page may not be there.
 */
function leaveByDocument(event: MouseEvent): void {
  if (!(isOutdated || isWithoutNetwork()) || !(event.target instanceof Element)) return
  const link = event.target.closest('a')
  if (link && link.origin === window.location.origin && link.pathname !== window.location.pathname) event.stopPropagation()
}

/** Only with a worker is there anything to go to. */
function isWithoutNetwork(): boolean {
  return !navigator.onLine && navigator.serviceWorker.controller !== null
}

/** A browser may end a worker in the middle of its work; one that is at it says so more often than that. */
const silenceMaxMs = 60_000

/** `undefined` where the browser has no worker for this site. */
export async function askWorker(wish: WorkerRequest): Promise<WorkerReply | undefined> {
  if (!('serviceWorker' in navigator)) return undefined
  const registration = await Promise.race([navigator.serviceWorker.ready, refusal])
  if (!registration) return undefined
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const giveUp = () => resolve({ kept: [], problem: 'unanswered' })
    let timer = setTimeout(giveUp, silenceMaxMs)
    port1.addEventListener('message', ({ data }: MessageEvent<WorkerReply | typeof heartbeat>) => {
      clearTimeout(timer)
      if (data === heartbeat) timer = setTimeout(giveUp, silenceMaxMs)
      else {
        resolve(data)
        port1.close()
      }
    })
    port1.start()
    registration.active?.postMessage(wish, [port2])
  })
}
