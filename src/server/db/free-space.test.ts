import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { createLog } from '#server/log.ts'
import { describeFullDisk, DiskFull, isDiskFull, readFreeBytes, watchFreeSpace } from '#server/db/free-space.ts'

const megabyte = 1_000_000

/** A disk whose free space and clock the test sets. */
function aDisk(freeMb: number) {
  const disk = { freeMb, nowMs: 0, reads: 0, lines: [] as string[] }
  const log = createLog('info', { write: (line) => disk.lines.push((JSON.parse(line) as { message: string }).message) })
  const readFree = () => {
    disk.reads += 1
    return disk.freeMb * megabyte
  }
  return { disk, space: watchFreeSpace('/data/db', log, { readFree, now: () => disk.nowMs }) }
}

describe('free space', () => {
  test('below 24 MB makes the site read-only until 28 MB are free, with one line in the log for each change', () => {
    const { disk, space } = aDisk(24)
    const states = [24, 23.9, 20, 27.9, 28, 24].map((freeMb) => {
      disk.freeMb = freeMb
      disk.nowMs += 1000
      return space.hasRoom()
    })
    expect(states).toEqual([true, false, false, false, true, true])
    expect(disk.lines).toEqual([
      'The disk is nearly full, so the site is read-only until 28 MB and 560 inodes are free',
      'The disk has room again, so the site can store answers again',
    ])
  })

  test('is read at most once per second for requests', () => {
    const { disk, space } = aDisk(100)
    space.hasRoom()
    disk.freeMb = 1
    disk.nowMs = 999
    expect([space.hasRoom(), disk.reads]).toEqual([true, 1])
    disk.nowMs = 1000
    expect([space.hasRoom(), disk.reads]).toEqual([false, 2])
  })

  test.each([
    'insert into attempts values ($1)',
    'UPDATE "users" SET "name" = $1',
    'with old as (delete from notes returning id) select * from old',
    'select * from attempts for update',
    'create table notes (id integer)',
    'VACUUM (ANALYZE)',
  ])('below 20 MB refuses %s', (statement) => {
    const { disk, space } = aDisk(20)
    expect(() => space.requireRoom(statement)).not.toThrow()
    disk.freeMb = 19.9
    expect(() => space.requireRoom(statement)).toThrow(DiskFull)
  })

  test.each([
    'select "id", "updated_at", "deleted" from questions',
    'begin',
    'ROLLBACK',
    'commit',
    'CHECKPOINT',
    'fetch 100 from rows',
    'show fsync',
  ])('of nothing allows %s', (statement) => {
    expect(() => aDisk(0).space.requireRoom(statement)).not.toThrow()
  })

  test('for a file includes the files that are being written', async () => {
    const { disk, space } = aDisk(34)
    let endFirst = () => {}
    const writing = space.withRoomFor(4 * megabyte, () => new Promise<void>((resolve) => (endFirst = resolve)))
    const write = vi.fn(async () => 'written')
    await expect(space.withRoomFor(6.1 * megabyte, write)).rejects.toThrow(DiskFull)
    expect(write).not.toHaveBeenCalled()
    expect(await space.withRoomFor(6 * megabyte, write)).toBe('written')
    endFirst()
    await writing
    disk.freeMb = 30
    await expect(space.withRoomFor(6 * megabyte, () => Promise.reject(new Error('Failed')))).rejects.toThrow('Failed')
    expect(await space.withRoomFor(6 * megabyte, write)).toBe('written')
    await expect(space.withRoomFor(6.1 * megabyte, write)).rejects.toThrow('The disk of /data/db is full (30 MB free).')
  })

  test('is what the operating system reports', () => {
    const folder = mkdtempSync(join(tmpdir(), 'praxam-space-'))
    expect(readFreeBytes(folder)).toBeGreaterThan(megabyte)
    rmSync(folder, { recursive: true })
  })

  test.each([
    ['few bytes', { bavail: 3_000, files: 1_000, ffree: 900 }, 3, 'is full (3 MB free); free at least 28 MB, then start again.'],
    [
      'few inodes',
      { bavail: 90_000, files: 1_000, ffree: 300 },
      15,
      'has too few free inodes (df -i shows them); delete files until 560 inodes are free, then start again.',
    ],
    ['no fixed number of inodes', { bavail: 5_000, files: 0, ffree: 0 }, 5, 'is full (5 MB free); free at least 28 MB, then start again.'],
  ])('on a disk with %s is what can still be written', (_, stats, freeMb, description) => {
    const readStats = () => ({ bsize: 1_000, ...stats })
    expect(readFreeBytes('/data', readStats)).toBe(freeMb * megabyte)
    expect(describeFullDisk('/data', freeMb * megabyte, undefined, readStats)).toBe(`the disk of /data ${description}`)
  })
})

test('a full disk is recognized behind other errors, and in errors of the database', () => {
  const full = new DiskFull('/data/db', 3 * megabyte)
  expect(full.message).toBe('The disk of /data/db is full (3 MB free).')
  expect(isDiskFull(full)).toBe(true)
  expect(isDiskFull(new Error('Migration 1 failed', { cause: full }))).toBe(true)
  expect(isDiskFull(Object.assign(new Error('could not extend file'), { code: '53100' }))).toBe(true)
  expect(isDiskFull(new Error('division by zero'))).toBe(false)
})
