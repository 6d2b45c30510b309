/** Registers the service worker, reports this page to it, and follows releases. */
import { manifestVariable } from '#exam/react-router-internals.ts'
import type { OpenPage, Release } from '#worker/messages.ts'

/** Pages without client scripts use the same address, see `layout/script-texts.server.ts`. */
const workerAddress = '/sw.js'

/** Whether the worker is from a different release than this page. */
let isOutdated = false

/** Registers the worker after the page has loaded, so that it does not slow down the page. Does nothing where workers are not supported. */
export function startWorker(): void {
  if (!('serviceWorker' in navigator)) return
  const build = (window as { [manifestVariable]?: { version: string } })[manifestVariable]?.version
  const reportPage = (worker: MessageEventSource | null) =>
    worker?.postMessage({ path: window.location.pathname, ...(build && { build }) } satisfies OpenPage, {})
  navigator.serviceWorker.addEventListener('message', ({ data, source }: MessageEvent<Release>) => {
    isOutdated = data.release !== build
    if (data.isRollCall) reportPage(source)
  })
  void navigator.serviceWorker.ready.then(({ active }) => reportPage(active))
  document.addEventListener('click', forceDocumentLoad, true)
  const start = () => void register()
  if (document.readyState === 'complete') start()
  else window.addEventListener('load', start, { once: true })
}

let reportFailure: () => void = () => undefined
/** Resolves if the worker cannot be installed, as in some private windows or when the storage is full. */
export const workerFailure = new Promise<undefined>((resolve) => (reportFailure = () => resolve(undefined)))

async function register(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register(workerAddress)
    const worker = registration.installing
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'redundant' && !registration.active) reportFailure()
    })
  } catch {
    reportFailure()
  }
}

/**
 * Makes the browser, not the router, follow a link after a release or offline. After a release, the target needs the new
 * scripts. Offline, the device has complete documents, but may not have the data. An open page is not reloaded until the user follows a link.
 */
function forceDocumentLoad(event: MouseEvent): void {
  if (!(isOutdated || isOffline()) || !(event.target instanceof Element)) return
  const link = event.target.closest('a')
  if (link && link.origin === window.location.origin && link.pathname !== window.location.pathname) event.stopPropagation()
}

/** Without a worker, no document is available offline. */
function isOffline(): boolean {
  return !navigator.onLine && navigator.serviceWorker.controller !== null
}
