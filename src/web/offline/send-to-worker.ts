/** Sends requests to the service worker. */
import { workerFailure } from '#web/layout/service-worker.ts'
import { heartbeat, type SaveProgress, type WorkerReply, type WorkerRequest } from '#worker/messages.ts'

/** The worker sends a heartbeat more often than this. A browser may stop a worker at any time. */
const replyTimeoutMs = 60_000

/**
 * Sends a request to the worker. Returns `undefined` if there is no worker, and the problem `unanswered` if it does not respond. `onProgress`
 * gets the share of an exam that is saved, from 0 to 1.
 */
export async function sendToWorker(
  request: WorkerRequest,
  onProgress: (share: number) => void = () => undefined,
): Promise<WorkerReply | undefined> {
  if (!('serviceWorker' in navigator)) return undefined
  const registration = await Promise.race([navigator.serviceWorker.ready, workerFailure])
  if (!registration) return undefined
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const timeOut = () => resolve({ kept: [], problem: 'unanswered' })
    let timer = setTimeout(timeOut, replyTimeoutMs)
    port1.addEventListener('message', ({ data }: MessageEvent<WorkerReply | SaveProgress | typeof heartbeat>) => {
      clearTimeout(timer)
      if (data === heartbeat || 'share' in data) {
        timer = setTimeout(timeOut, replyTimeoutMs)
        if (data !== heartbeat) onProgress(data.share)
      } else {
        resolve(data)
        port1.close()
      }
    })
    port1.start()
    registration.active?.postMessage(request, [port2])
  })
}
