import { EventEmitter, once } from 'node:events'
import { Socket, createServer, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { isOutage } from '#server/db/availability.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { DatabaseProblem } from '#server/db/embedded.ts'
import { createPostgresPool, type DatabaseTimeouts } from '#server/db/postgres-pool.ts'
import type { QueryCallback } from '#server/db/wrap-queries.ts'
import { createLog } from '#server/log.ts'
import { findFreePort } from '#tests/free-port.ts'
import { silentLog } from '#tests/services.ts'
import { startTcpProxy, type TcpProxy } from '#tests/tcp-proxy.ts'
import { copyTemplateDatabase, type DisposableDatabase } from '#tests/template-database.ts'

const timeouts: DatabaseTimeouts = { connectMs: 400, statementMs: 300, idleTransactionMs: 300, responseMs: 400 }

test('a start without its PostgreSQL server fails with a sentence, and its log does not speak of requests', async () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const databaseUrl = `postgres://praxam@127.0.0.1:${await findFreePort()}/praxam`
  const opening = openDatabase({ dataDir: '', databaseUrl }, log, timeouts)
  await expect(opening).rejects.toThrow(DatabaseProblem)
  await expect(opening).rejects.toThrow('The database at DATABASE_URL does not respond: connect ECONNREFUSED')
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 'error', message: 'The database is unavailable', reason: 'ECONNREFUSED' },
  ])
})

describe.skipIf(!process.env['DATABASE_URL'])('a PostgreSQL server', () => {
  let copy: DisposableDatabase
  beforeAll(async () => {
    copy = await copyTemplateDatabase(process.env['DATABASE_URL'], silentLog)
  })
  afterAll(() => copy.dispose())

  /** Opens the database through a proxy. `lines` are its log. */
  async function openThroughProxy(): Promise<{ database: Database; proxy: TcpProxy; lines: Record<string, unknown>[] }> {
    const address = new URL(copy.settings.databaseUrl ?? '')
    const proxy = await startTcpProxy(address.hostname, Number(address.port || 5432))
    onTestFinished(proxy.close)
    address.host = `127.0.0.1:${proxy.port}`
    const lines: Record<string, unknown>[] = []
    const log = createLog('info', { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) })
    const database = await openDatabase({ dataDir: '', databaseUrl: address.href }, log, timeouts)
    onTestFinished(() => (database.pool.ended ? undefined : database.close()))
    return { database, proxy, lines }
  }

  test('that refuses a connection is not called silent', async () => {
    const address = new URL(copy.settings.databaseUrl ?? '')
    address.pathname = '/nowhere'
    const opening = openDatabase({ dataDir: '', databaseUrl: address.href }, silentLog, timeouts)
    await expect(opening).rejects.toThrow('The database at DATABASE_URL refused the connection: database "nowhere" does not exist.')
  })

  const sleep = (database: Database, seconds: number) => sql`select pg_sleep(${seconds})`.execute(database.db)
  const readOne = (database: Database) => sql<{ one: number }>`select 1 as one`.execute(database.db).then(({ rows }) => rows[0]?.one)
  const readError = (database: Database) => readOne(database).catch((error: unknown) => error)
  const outcomeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: Error) => error.message,
    )

  test.each([
    ['reset', async (_: Database, proxy: TcpProxy) => proxy.cut()],
    [
      'ended by the server',
      async () => {
        const admin = await openDatabase(copy.settings, silentLog)
        const others = sql`from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
        await sql`select pg_terminate_backend(pid) ${others}`.execute(admin.db)
        await expect.poll(async () => (await sql`select ${others}`.execute(admin.db)).rows).toEqual([])
        await admin.close()
      },
    ],
  ])('fails the queries of connections that are %s, and nothing else', async (_, lose) => {
    const { database, proxy, lines } = await openThroughProxy()
    const uncaught: Error[] = []
    const onUncaught = (error: Error) => uncaught.push(error)
    process.on('uncaughtException', onUncaught)
    onTestFinished(() => void process.off('uncaughtException', onUncaught))

    await Promise.all([readOne(database), readOne(database), readOne(database)])
    const plain = outcomeOf(sleep(database, 0.25))
    const inTransaction = outcomeOf(
      database.db.transaction().execute(async (transaction) => sql`select pg_sleep(0.25)`.execute(transaction)),
    )
    // A transaction that is not running a query at the moment.
    let onLost = () => {}
    const loss = new Promise<void>((resolve) => (onLost = resolve))
    const idle = outcomeOf(
      database.db.transaction().execute(async (transaction) => {
        await sql`select 1`.execute(transaction)
        await loss
        await sql`select 1`.execute(transaction)
      }),
    )
    await expect.poll(() => database.pool.totalCount - database.pool.idleCount).toBe(3)
    await lose(database, proxy)
    const failures = [await plain, await inTransaction]
    onLost()
    failures.push(await idle)

    expect(failures).not.toContain('done')
    expect(await readOne(database)).toBe(1)
    expect(uncaught).toEqual([])
    expect(lines.filter(({ level }) => level === 'error')).toHaveLength(1)
  })

  test('that accepts no connections to the database is unavailable, with one line in the log', async () => {
    const { database, lines } = await openThroughProxy()
    const server = new URL(copy.settings.databaseUrl ?? '')
    const name = sql.id(server.pathname.slice(1))
    server.pathname = new URL(process.env['DATABASE_URL'] ?? '').pathname
    const admin = await openDatabase({ dataDir: '', databaseUrl: server.href }, silentLog)
    onTestFinished(() => admin.close())
    await sql`alter database ${name} allow_connections false`.execute(admin.db)
    // Other queries need a new connection.
    const connected = await database.pool.connect()
    try {
      const errors = [await readError(database), await readError(database)]
      const closed = { code: '55000', message: expect.stringContaining('not currently accepting') }
      expect(errors).toMatchObject([closed, closed])
      expect(errors.map(isOutage)).toEqual([true, true])
      expect(database.isAvailable()).toBe(false)
      expect(lines.filter(({ level }) => level === 'error')).toHaveLength(1)
    } finally {
      connected.release()
      await sql`alter database ${name} allow_connections true`.execute(admin.db)
    }
    expect(await readOne(database)).toBe(1)
  })

  test('is used again after connections went silent, which are closed', async () => {
    const { database, proxy } = await openThroughProxy()
    await Promise.all([readOne(database), readOne(database), readOne(database)])
    const before = database.pool.totalCount
    proxy.silence()
    const inTransaction = outcomeOf(database.db.transaction().execute(async (transaction) => sql`select 1`.execute(transaction)))
    const outcomes = await Promise.all([outcomeOf(readOne(database)), outcomeOf(readOne(database)), inTransaction])
    expect(before).toBe(3)
    expect(outcomes).toEqual(Array(3).fill('Query read timeout'))
    expect(database.isAvailable()).toBe(false)
    // If a silent connection had gone back to the pool, one of these ten queries would get it.
    for (let i = 0; i < 10; i++) expect(await readOne(database)).toBe(1)
  })

  test('that does not respond fails queries within the time limits', async () => {
    const { database, proxy } = await openThroughProxy()
    proxy.hang()
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => outcomeOf(readOne(database))))
    expect(outcomes).not.toContain('done')
    expect(outcomes).toContain('timeout exceeded when trying to connect')
    expect(await outcomeOf(readOne(database))).toBe('Connection terminated due to connection timeout')
    proxy.resume()
    expect(await readOne(database)).toBe(1)
  })

  test.each([
    ['before the first query', async () => {}],
    ['after a query', readOne],
  ])('has no connections left when the database is closed %s', async (_, use) => {
    const { database } = await openThroughProxy()
    await use(database)
    await database.close()
    expect([database.pool.ended, database.pool.totalCount]).toEqual([true, 0])
  })

  test('that does not respond cannot keep the process from ending', async () => {
    const { database, proxy } = await openThroughProxy()
    await Promise.all([readOne(database), readOne(database)])
    proxy.hang()
    const countSockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
    const before = countSockets()
    await database.close()
    await expect.poll(countSockets).toBe(before - 2)
  })

  test('cancels a statement that takes too long, and keeps its connection', async () => {
    const { database } = await openThroughProxy()
    expect(await outcomeOf(sleep(database, 5))).toBe('canceling statement due to statement timeout')
    expect(database.isAvailable()).toBe(true)
    expect(await readOne(database)).toBe(1)
    expect(database.pool.totalCount).toBe(1)
  })

  test('rolls back a transaction whose process has become silent', async () => {
    const { database } = await openThroughProxy()
    const idle = database.db.transaction().execute(async (transaction) => {
      await sql`select 1`.execute(transaction)
      await expect.poll(() => database.isAvailable()).toBe(false)
      await sql`select 1`.execute(transaction)
    })
    expect(await outcomeOf(idle)).toBe('Client has encountered a connection error and is not queryable')
    expect(await readOne(database)).toBe(1)
  })

  test('runs long statements of migrations', async () => {
    const { database } = await openThroughProxy()
    await expect(database.withoutTimeouts((db) => sql`select pg_sleep(0.6)`.execute(db))).resolves.toBeDefined()
  })
})

describe('a pool', () => {
  function openPool(connectionString = '') {
    const availability = { isAvailable: () => true, reportFailure: vi.fn<(error: unknown) => void>(), reportSuccess: vi.fn<() => void>() }
    const pool = createPostgresPool({ connectionString, sizeMax: 1, timeouts, asksForTimeouts: false, availability })
    return { pool, availability }
  }

  test('lets the operating system probe idle connections', async () => {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const setKeepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive')
    onTestFinished(() => setKeepAlive.mockRestore())
    const { pool } = openPool(`postgres://praxam@127.0.0.1:${(server.address() as AddressInfo).port}/praxam`)
    await expect(pool.connect()).rejects.toThrow(/Connection terminated|ECONNRESET/)
    expect(setKeepAlive.mock.calls).toEqual([[true, 10_000]])
  })

  describe('whose connection has been sent a query', () => {
    function sendQuery() {
      vi.useFakeTimers()
      onTestFinished(() => void vi.useRealTimers())
      const { pool, availability } = openPool()
      let respond: QueryCallback = () => expect.fail('The query was not sent')
      const close = vi.fn<() => void>()
      const query = (_: string, callback: QueryCallback) => void (respond = callback)
      const client = Object.assign(new EventEmitter(), { query, end: close })
      pool.emit('connect', client)
      const received = vi.fn<QueryCallback>()
      client.query('select 1', received)
      return { respond: (...values: Parameters<QueryCallback>) => respond(...values), received, close, availability }
    }

    test('ends the query once and closes the connection if there is no response in time', () => {
      const { respond, received, close, availability } = sendQuery()
      vi.advanceTimersByTime(timeouts.responseMs - 1)
      expect(received).not.toHaveBeenCalled()
      vi.advanceTimersByTime(1)
      respond(null, 'a late response')
      expect(received.mock.calls).toEqual([[new Error('Query read timeout'), undefined]])
      expect([close, availability.reportFailure, availability.reportSuccess].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0])
    })

    test('passes on a response, and keeps the connection', () => {
      const { respond, received, close, availability } = sendQuery()
      respond(null, 'a response')
      expect(vi.getTimerCount()).toBe(0)
      expect(received.mock.calls).toEqual([[null, 'a response']])
      expect([close, availability.reportFailure, availability.reportSuccess].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 1])
    })
  })
})
