/** Work that all processes may start at the same time: reminder emails and simulations whose time is over. Counts what was done twice. */
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import { setTimeout as pause } from 'node:timers/promises'

export type DueWork = {
  /** Adds members whose reminder is due, and simulations whose time is over. */
  add: () => Promise<void>
  /** Makes the processes look for due work several times within seconds, instead of at the usual times. */
  run: () => Promise<void>
  /** Waits until everything is done, at most a minute. */
  untilDone: () => Promise<void>
  count: () => Promise<{ due: number; done: number; doneTwice: number; perProcess: readonly number[] }>
  close: () => Promise<void>
}

const remindersPerWave = 150
const simulationsPerWave = 20
const runsMax = 24
const runIntervalMs = 500
const doneTimeoutMs = 60_000
const tasks = ['send-study-reminders', 'finish-expired-simulations']

/** `databaseUrl` is the address of the site's database at HAProxy. `outboxes` are the folders to which the processes write mail. */
export async function openDueWork(databaseUrl: string, origin: string, outboxes: readonly string[]): Promise<DueWork> {
  const pool = new Pool({ connectionString: databaseUrl, max: 2, connectionTimeoutMillis: 5_000 })
  // Errors are ignored, because connections are lost on purpose.
  pool.on('error', () => undefined)
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    migrate: false,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => undefined)
  await boss.start()
  const addresses: string[] = []
  const simulations: string[] = []

  const countReminders = async () => {
    const lists = await Promise.all(outboxes.map(listRecipients))
    const wanted = new Set(addresses)
    return lists.map((list) => list.filter((address) => wanted.has(address)))
  }
  const countFinishes = async () => {
    const { rows } = await pool.query<{ attempt_id: string; count: number }>(
      `SELECT attempt_id, count(*)::int AS count FROM attempt_moves WHERE attempt_id = ANY($1) AND move->>'type' = 'finish' GROUP BY attempt_id`,
      [simulations],
    )
    return rows.map(({ count }) => count)
  }
  const count: DueWork['count'] = async () => {
    const reminders = await countReminders()
    const sent = reminders.flat()
    const finishes = await countFinishes()
    return {
      due: addresses.length + simulations.length,
      done: new Set(sent).size + finishes.length,
      doneTwice: sent.length - new Set(sent).size + finishes.filter((times) => times > 1).length,
      perProcess: reminders.map((list) => list.length),
    }
  }
  return {
    add: async () => {
      const from = addresses.length
      const ids = Array.from({ length: remindersPerWave }, (_, i) => `reminded${from + i}`)
      await pool.query(insertMembers, [ids])
      addresses.push(...ids.map((id) => `${id}@example.com`))
      const started: string[] = []
      for (let i = 0; i < simulationsPerWave; i++) {
        const id = await startSimulation(origin, `198.51.${100 + Math.floor(simulations.length / simulationsPerWave)}.${i + 1}`)
        if (id) started.push(id)
      }
      await pool.query(`UPDATE attempts SET deadline_at = now() - interval '1 minute' WHERE id = ANY($1)`, [started])
      simulations.push(...started)
    },
    run: async () => {
      for (let i = 0; i < runsMax; i++) {
        for (const name of tasks) await boss.send('maintenance', { name })
        await pause(runIntervalMs)
      }
    },
    untilDone: async () => {
      for (const until = performance.now() + doneTimeoutMs; performance.now() < until; await pause(500)) {
        const { due, done } = await count()
        if (done >= due) return
        await boss.send('maintenance', { name: tasks[0] })
      }
    },
    count,
    close: async () => {
      await boss.stop({ graceful: false })
      await pool.end()
    },
  }
}

/** Members in the UTC time zone whose reminder is due this hour. */
const insertMembers = `
  WITH added AS (
    INSERT INTO users (id, name, email, email_verified, updated_at)
    SELECT id, '', id || '@example.com', true, now() FROM unnest($1::text[]) AS id
    RETURNING id
  )
  INSERT INTO user_profiles (id, study_reminders, time_zone, reminder_hour, reminder_days)
  SELECT id, true, 'UTC', extract(hour FROM now() AT TIME ZONE 'UTC')::int, '[1, 2, 3, 4, 5, 6, 7]' FROM added`

/** Starts a guest's simulation. Each wave comes from its own network, because the number of simulations per network is limited. */
async function startSimulation(origin: string, address: string): Promise<string | undefined> {
  const response = await fetch(`${origin}/api/simulations`, {
    method: 'POST',
    headers: { Origin: origin, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json', 'X-Forwarded-For': address },
    body: JSON.stringify({ certificationId: 'pl-900', length: 'short', extraTime: 1 }),
  })
  if (!response.ok) return undefined
  return ((await response.json()) as { id: string }).id
}

async function listRecipients(outbox: string): Promise<string[]> {
  const names = await readdir(outbox).catch(() => [])
  const files = await Promise.all(names.filter((name) => name.endsWith('.eml')).map((name) => readFile(join(outbox, name), 'utf8')))
  return files.flatMap((text) => /^To: <?([^>\r\n]+)>?/m.exec(text)?.[1] ?? [])
}
