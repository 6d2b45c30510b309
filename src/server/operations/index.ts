/** The public API of this area. */
export { openBackup } from './backup.ts'
export { buildWhenNeeded, findPrepared } from './build.ts'
export { CommandProblem, openCommandSocket, type SocketCommands } from './command-socket.ts'
export { openMetrics } from './monitoring/open-metrics.ts'
export type { MonitoredProcess } from './monitoring/metrics.ts'
export { createRoutePatterns } from './monitoring/route-patterns.ts'
export { readManifests, type SiteManifests } from './site-manifests.ts'
export { openTracing } from './monitoring/open-tracing.ts'
