/** `node tools/check-ready.ts`: exits with 0 if the server on this machine is ready. For health checks of containers, where curl may be missing. */
import process from 'node:process'

const timeoutMs = 4_000

const isReady = await fetch(`http://127.0.0.1:${process.env['PORT'] || 3000}/health/ready`, {
  signal: AbortSignal.timeout(timeoutMs),
}).then(
  ({ ok }) => ok,
  () => false,
)
process.exitCode = isReady ? 0 : 1
