import { expect, test, vi } from 'vitest'
import { chooseBackend } from '#server/db/engine.ts'
import { DatabaseProblem } from '#server/db/embedded.ts'
import { openTestDatabase } from '#tests/services.ts'

const choose = (version: string, hasCitus = false) => {
  const warn = vi.fn<() => void>()
  return { backend: chooseBackend({ version, hasCitus }, { warn }), isWarned: warn.mock.calls.length > 0 }
}

test.each([
  ['PostgreSQL 15.18 (Debian 15.18-0+deb12u1) on x86_64-pc-linux-gnu', 'postgres'],
  ['PostgreSQL 18.1 on aarch64-unknown-linux-gnu', 'postgres'],
])('%s is supported', (version, backend) => {
  expect(choose(version)).toEqual({ backend, isWarned: false })
})

test.each([
  ['PostgreSQL 15.12-YB-2025.2.0.0-b0 on x86_64-pc-linux-gnu', false, 'yugabytedb'],
  ['CockroachDB CCL v25.2.0 (x86_64-pc-linux-gnu, built 2025/06/02)', false, 'cockroachdb'],
  ['PostgreSQL 17.2 on x86_64-pc-linux-gnu', true, 'citus'],
  ['PostgreSQL 14.9 on x86_64-pc-linux-gnu', false, 'postgres'],
])('%s (Citus: %s) gets its settings and a warning', (version, hasCitus, backend) => {
  expect(choose(version, hasCitus)).toEqual({ backend, isWarned: true })
})

test.each(['QuestDB 8.0', 'PostgreSQL 8.0.2 on i686-pc-linux-gnu, Redshift 1.0.12103', ''])('%j is refused with a sentence', (version) => {
  expect(() => choose(version)).toThrow(DatabaseProblem)
  expect(() => choose(version)).toThrow('use PostgreSQL 15 or newer, or remove DATABASE_URL.')
})

test('the databases of the tests are recognized', async () => {
  const database = await openTestDatabase()
  expect(database.jobBackend).toBe(process.env['DATABASE_URL'] ? 'postgres' : 'pglite')
  await database.close()
})
