/**
 * The cluster: nginx → two processes → a TCP proxy each → HAProxy → a PostgreSQL primary with a synchronous standby. All of them run on the
 * loopback address, as processes of this tool, in temporary folders.
 */
import { join } from 'node:path'
import { findFreePort } from '#tests/free-port.ts'
import { startTcpProxy, type TcpProxy } from '#tests/tcp-proxy.ts'
import { openDueWork, type DueWork } from './due-work.ts'
import { startHaproxy } from './haproxy.ts'
import { signUpMembers, type Members } from './members.ts'
import { startNginx } from './nginx.ts'
import { siteRole, startPostgresPair, type PostgresPair } from './postgres-pair.ts'
import { startReaders, type Readers } from './readers.ts'
import { defineProcess, hasChangedQuestion, makeAssetsFolder, prepareReleases, type SiteProcess } from './site.ts'
import { openVisits, type Visits } from './visits.ts'

export type Cluster = {
  origin: string
  postgres: PostgresPair
  /** The proxies between the processes and HAProxy, one for each process. */
  proxies: readonly TcpProxy[]
  processes: readonly [SiteProcess, SiteProcess]
  members: Members
  readers: Readers
  visits: Visits
  dueWork: DueWork
  /** Records a problem if a process has undone the next release's change to a question. */
  checkContent: (when: string) => Promise<void>
  contentProblems: readonly string[]
  close: () => Promise<void>
}

/** Starts everything, in the current release, and signs up the members. */
export async function startCluster(savesPerSecond: number): Promise<Cluster> {
  const { folders, changed } = await prepareReleases()
  const postgres = await startPostgresPair()
  const haproxy = await startHaproxy(postgres.servers.map(({ port }) => port))
  const proxies = [await startTcpProxy('127.0.0.1', haproxy.port), await startTcpProxy('127.0.0.1', haproxy.port)] as const
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const assetsDir = makeAssetsFolder()
  const addressOf = (databasePort: number) => `postgres://${siteRole}@127.0.0.1:${databasePort}/${siteRole}`
  const define = (proxy: TcpProxy) => defineProcess(origin, addressOf(proxy.port), assetsDir, folders)
  const processes = [await define(proxies[0]), await define(proxies[1])] as const
  for (const process of processes) await process.release('current')
  const nginx = await startNginx(
    port,
    processes.map((process) => process.port),
  )
  const members = await signUpMembers(origin, savesPerSecond)
  const outboxes = processes.map(({ dataDir }) => join(dataDir, 'outbox'))
  const dueWork = await openDueWork(addressOf(haproxy.port), origin, outboxes)
  const visits = await openVisits(origin)
  const contentProblems: string[] = []
  return {
    origin,
    postgres,
    proxies,
    processes,
    members,
    readers: startReaders(origin),
    visits,
    dueWork,
    checkContent: async (when) => {
      for (const [index, process] of processes.entries()) {
        const isChanged = await hasChangedQuestion(`http://127.0.0.1:${process.port}`, changed)
        if (!isChanged) contentProblems.push(`process ${index + 1} ${when}`)
      }
    },
    contentProblems,
    close: async () => {
      await visits.close()
      await dueWork.close()
      await nginx.stop()
      await Promise.all(processes.map((process) => process.stop()))
      for (const proxy of proxies) proxy.close()
      await haproxy.stop()
      for (const server of postgres.servers) await server.stop('fast')
    },
  }
}
