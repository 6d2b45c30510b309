/** The job runner gets the profile of the database engine. Without a server, because the tests do not run on these engines. */
import { PgBoss } from 'pg-boss'
import { expect, test, vi } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { openJobs } from '#server/platform/jobs.ts'
import { silentLog } from '#tests/services.ts'

vi.mock('pg-boss', async (load) => ({ ...(await load<typeof import('pg-boss')>()), PgBoss: vi.fn<() => PgBoss>() }))

test.each(['yugabytedb', 'cockroachdb', 'citus', 'postgres', 'pglite'] as const)(
  'the job runner gets the profile %s',
  async (jobBackend) => {
    vi.mocked(PgBoss).mockImplementation(function createBoss() {
      const start = () => Promise.reject(new Error('There is no server'))
      return { on: () => undefined, start, stop: async () => undefined } as unknown as PgBoss
    })
    const database = { jobBackend } as Database
    await expect(openJobs(database, { send: async () => undefined }, silentLog)).rejects.toThrow('There is no server')
    expect(PgBoss).toHaveBeenLastCalledWith(expect.objectContaining({ backend: jobBackend }))
  },
)
