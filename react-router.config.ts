import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/web',
  // The whole route list travels with the page: no manifest requests, and navigation works offline.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
