import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { buildServiceWorker } from './src/server/operations/build-service-worker.ts'
import { trimManifest } from './src/server/operations/trim-manifest.ts'

/** `build.ts` builds into a temporary folder. */
const buildDirectory = process.env['PRAXAM_BUILD_FOLDER']

export default {
  appDirectory: 'src/web',
  ...(buildDirectory && { buildDirectory }),
  // The page contains the complete list of routes, so that navigation needs no manifest requests and works offline.
  // The names of the programs are in `vite.config.ts`.
  serverBuildFile: '[name].js',
  routeDiscovery: { mode: 'initial' },
  buildEnd: async ({ reactRouterConfig: { buildDirectory } }) => {
    const folder = join(buildDirectory, 'client')
    await trimManifest(folder)
    await buildServiceWorker(import.meta.dirname, folder)
  },
} satisfies Config
