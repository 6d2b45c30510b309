import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Pool, types } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { DurableFiles, durableStartParams, flushes, pglitePoolConfig } from '#server/db/pglite-internals.ts'

describe('the internals of PGlite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'praxam-pglite-'))
  let pglite: PGlite
  let pool: Pool
  beforeAll(async () => {
    pglite = await PGlite.create({ fs: new DurableFiles(folder), startParams: durableStartParams() })
    pool = new Pool({ ...pglitePoolConfig(pglite), max: 1 })
  })
  afterAll(async () => {
    await pool.end()
    await pglite.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('include the parameter that turns flushing off', () => {
    expect(PGlite.defaultStartParams).toContain('-F')
    expect(durableStartParams()).not.toContain('-F')
  })

  test('call our fsync on each commit', async () => {
    await pool.query('create table notes (id integer primary key)')
    const before = flushes.count
    await pool.query('insert into notes values (1)')
    expect(flushes.count).toBeGreaterThan(before)
    expect((await pool.query('show fsync')).rows).toEqual([{ fsync: 'on' }])
  })

  test('accept a query with parsers', async () => {
    const { rows } = await pool.query({ text: 'select $1::int as number', values: [7], types })
    expect(rows).toEqual([{ number: 7 }])
  })

  test('receive the messages of a query in one call', async () => {
    const calls = vi.spyOn(pglite, 'execProtocolStream')
    await pool.query('select $1::int as number', [7])
    expect(calls).toHaveBeenCalledTimes(1)
  })

  test('return an error once, and then work again', async () => {
    await expect(pool.query('select $1::int / 0', [1])).rejects.toThrow('division by zero')
    expect((await pool.query('select $1::int as number', [8])).rows).toEqual([{ number: 8 }])
  })
})
