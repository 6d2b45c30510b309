import { expect, test } from 'vitest'
import { DiskFull } from '#server/db/free-space.ts'
import { describeRefusal } from '#server/db/refusals.ts'

const errorOf = (code: string, message: string) => Object.assign(new Error(message), { code })

test.each([
  [new DiskFull('/data/db', 19_500_000), 'the disk of /data/db is full (19 MB free); free space on it'],
  [
    errorOf('53100', 'could not extend file "base/5/16384": No space left on device'),
    'the disk of the database has no room (could not extend file "base/5/16384": No space left on device); free space on it',
  ],
  [
    errorOf('25006', 'cannot execute INSERT in a read-only transaction'),
    'the database is read-only (cannot execute INSERT in a read-only transaction); set DATABASE_URL to the primary server',
  ],
  [
    errorOf('42501', 'permission denied for schema public'),
    'the database user lacks permissions (permission denied for schema public); make this user the owner of the database, its schema, and its tables',
  ],
  [errorOf('22012', 'division by zero'), undefined],
])('%s is described with what to do', (error, clause) => {
  expect(describeRefusal(error)).toBe(clause)
  expect(describeRefusal(new Error('Migration 1 failed', { cause: error }))).toBe(clause)
})
