/** What happens to the cluster while members save. Each event returns the time from which saving must work again. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { siteRole } from './postgres-pair.ts'

export type ClusterEvent = {
  description: string
  /** Returns when the measured time starts, in milliseconds of `performance.now()`. */
  run: (cluster: Cluster) => Promise<number>
  /** Called after saving works again. Restores the cluster for the next event. */
  repair?: (cluster: Cluster) => Promise<void>
}

/** The time that a failover manager would need to notice that the primary is gone. */
const promotionDelayMs = 2_000
const networkLossMs = 3_000
const connectionLimit = 2
const connectionLimitMs = 6_000
const mixedReleasesMs = 10_000

export const events: Readonly<Record<string, ClusterEvent>> = {
  'due-work': {
    description: 'reminders and simulations are due, both processes look for them',
    run: async ({ dueWork }) => {
      const since = performance.now()
      await dueWork.add()
      await Promise.all([dueWork.run(), pause(4_000).then(dueWork.add)])
      return since
    },
    repair: ({ dueWork }) => dueWork.untilDone(),
  },
  reset: {
    description: 'all database connections are reset',
    run: async ({ proxies }) => {
      for (const proxy of proxies) proxy.cut()
      return performance.now()
    },
  },
  silence: {
    description: `all database connections go silent, and new ones too for ${networkLossMs / 1000} s`,
    run: async ({ proxies }) => {
      const since = performance.now()
      for (const proxy of proxies) proxy.hang()
      await pause(networkLossMs)
      for (const proxy of proxies) proxy.resume()
      return since
    },
  },
  'restart-fast': {
    description: 'PostgreSQL is restarted (fast)',
    run: async ({ postgres }) => {
      const since = performance.now()
      await postgres.primary().stop('fast')
      await postgres.primary().start()
      return since
    },
  },
  'restart-immediate': {
    description: 'PostgreSQL is restarted (immediate, like a crash)',
    run: async ({ postgres }) => {
      const since = performance.now()
      await postgres.primary().stop('immediate')
      await postgres.primary().start()
      return since
    },
  },
  'connection-limit': {
    description: `the server allows ${connectionLimit} connections for ${connectionLimitMs / 1000} s (53300); measured from then on`,
    run: async ({ postgres }) => {
      await postgres.primary().query(`ALTER ROLE ${siteRole} CONNECTION LIMIT ${connectionLimit}`)
      await postgres.primary().query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${siteRole}'`)
      await pause(connectionLimitMs)
      await postgres.primary().query(`ALTER ROLE ${siteRole} CONNECTION LIMIT -1`)
      return performance.now()
    },
  },
  failover: {
    description: `the primary is killed (SIGKILL), the standby is promoted after ${promotionDelayMs / 1000} s`,
    run: async ({ postgres }) => {
      const since = performance.now()
      await postgres.primary().kill()
      await pause(promotionDelayMs)
      await postgres.promote()
      return since
    },
    repair: ({ postgres }) => postgres.restoreStandby(),
  },
  kill: {
    description: 'one process is killed (SIGKILL), its service manager starts it again after 1 s',
    run: async ({ processes }) => {
      const since = performance.now()
      await processes[1].killAndRestart()
      return since
    },
  },
  release: {
    description: 'rolling release of another build, with cold visits and a page left open',
    run: async (cluster) => {
      const { processes, visits, dueWork } = cluster
      await visits.openPage()
      visits.startVisits()
      const since = performance.now()
      await dueWork.add()
      void dueWork.run()
      for (const process of processes) {
        await process.release('next')
        await pause(mixedReleasesMs)
      }
      await visits.useOpenPage()
      await visits.endVisits()
      await cluster.checkContent('after the release')
      return since
    },
    repair: ({ dueWork }) => dueWork.untilDone(),
  },
  'old-restart': {
    description: 'an earlier build is started again after the release',
    run: async (cluster) => {
      const { processes, visits } = cluster
      // With `--only`, the release has not happened yet.
      await processes[1].release('next')
      visits.startVisits()
      const since = performance.now()
      await processes[0].release('current')
      await pause(mixedReleasesMs)
      await visits.endVisits()
      await cluster.checkContent('after the earlier build was started')
      return since
    },
  },
}
