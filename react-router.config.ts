import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { buildWorker } from './src/server/operations/build-service-worker.ts'

export default {
  appDirectory: 'src/web',
  // The whole route list travels with the page: no manifest requests, and navigation works offline.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig: { buildDirectory } }) => buildWorker(import.meta.dirname, join(buildDirectory, 'client')),
} satisfies Config
