/** A PostgreSQL primary with a synchronous standby: a commit is acknowledged when both have flushed it. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { definePostgres, waitFor, type PostgresServer } from './postgres-server.ts'

/** Role and database of the site, without superuser rights. */
export const siteRole = 'praxam'

export type PostgresPair = {
  servers: readonly PostgresServer[]
  primary: () => PostgresServer
  /** Makes the standby the primary. There is no standby afterward. */
  promote: () => Promise<void>
  /** Makes the other server a new standby of the primary, so that commits wait for it again. */
  restoreStandby: () => Promise<void>
}

export async function startPostgresPair(): Promise<PostgresPair> {
  // The temporary folder of this process may be readable only by its owner, and PostgreSQL runs as another user.
  const folder = mkdtempSync('/tmp/praxam-cluster-postgres-')
  chmodSync(folder, 0o755)
  const servers = [await definePostgres('first', folder), await definePostgres('second', folder)] as const
  // This handler runs after the handlers of the same event that stop the servers.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  let [primary, standby] = servers
  const restoreStandby = async () => {
    await standby.copy(primary)
    await standby.start()
    // This is set after the standby was copied. If the standby had a copy of the setting, it would wait for its own standby after its promotion.
    await primary.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`)
    await primary.query('SELECT pg_reload_conf()')
    const states = () => primary.query<{ sync_state: string }>('SELECT sync_state FROM pg_stat_replication')
    await waitFor('the standby is synchronous', async () => (await states()).some(({ sync_state }) => sync_state === 'sync'))
  }
  await primary.initialize()
  await primary.start()
  await primary.query(`CREATE ROLE ${siteRole} LOGIN`)
  await primary.query(`CREATE DATABASE ${siteRole} OWNER ${siteRole}`)
  await restoreStandby()
  return {
    servers,
    primary: () => primary,
    promote: async () => {
      await standby.query('SELECT pg_promote()')
      ;[primary, standby] = [standby, primary]
    },
    restoreStandby,
  }
}
