import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { buildServiceWorker } from './src/server/operations/build-service-worker.ts'
import { writeManifests } from './src/server/operations/site-manifests.ts'

/** `build.ts` builds into a temporary folder. */
const buildDirectory = process.env['PRAXAM_BUILD_FOLDER']

export default {
  appDirectory: 'src/web',
  ...(buildDirectory && { buildDirectory }),
  // The page contains the complete list of routes, so that navigation needs no manifest requests and works offline.
  // The names of the programs are in `vite.config.ts`.
  serverBuildFile: '[name].js',
  routeDiscovery: { mode: 'initial' },
  buildEnd: async ({ reactRouterConfig: { buildDirectory, routes } }) => {
    const manifests = await writeManifests(buildDirectory, 'src/web', routes)
    await buildServiceWorker(import.meta.dirname, join(buildDirectory, 'client'), manifests)
  },
} satisfies Config
