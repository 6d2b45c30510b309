/** `npm run move-to-postgres -- postgres://…`: copies the embedded database into an empty PostgreSQL database. */
import { isDeepStrictEqual } from 'node:util'
import { readTableSums, writeBackup } from '#server/operations/backup.ts'
import { readConfig } from '#server/config.ts'
import { CommandProblem, isServerRunning } from '#server/operations/command-socket.ts'
import { openDatabaseForCommand, type Database } from '#server/db/database.ts'
import { DatabaseProblem } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { restoreBackup } from '#server/operations/restore.ts'
import { commandLog, migrationsFolder, requireDatabase, runCommand } from './command.ts'

await runCommand(async ({ dataDir }, [address, ...more]) => {
  if (!address || more.length > 0) {
    throw new CommandProblem('Name the target: npm run move-to-postgres -- postgres://user:password@host:5432/database')
  }
  const { databaseUrl } = readConfig({ ...process.env, DATABASE_URL: address })
  requireDatabase({ dataDir, databaseUrl: undefined })
  if (await isServerRunning(dataDir)) throw new CommandProblem('The server is running; stop it, then run this command again.')
  const from = await openDatabaseForCommand({ dataDir, databaseUrl: undefined }, commandLog)
  try {
    const to = await openTarget(databaseUrl)
    try {
      await move(from, to)
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
  console.log('Everything was copied. Set DATABASE_URL to this address and start the server. It still uses the data folder for files.')
})

async function openTarget(databaseUrl: string | undefined): Promise<Database> {
  try {
    return await openDatabaseForCommand({ dataDir: '', databaseUrl }, commandLog)
  } catch (error) {
    throw error instanceof DatabaseProblem ? new CommandProblem(error.message.replace('at DATABASE_URL', 'at this address')) : error
  }
}

async function move(from: Database, to: Database): Promise<void> {
  // The two databases can only be compared if both have the newest schema.
  await migrate(from.db, migrationsFolder)
  await restoreBackup(to, writeBackup(from, undefined, new Date()), { migrations: migrationsFolder, dataDir: undefined, mayReplace: false })
  const [source, target] = [await readTableSums(from.db), await readTableSums(to.db)]
  const names = Object.keys({ ...source, ...target })
  const width = Math.max(...names.map((name) => name.length))
  for (const name of names) {
    const sides = [source, target].map(
      (sums) => `${String(sums[name]?.rows ?? '-').padStart(9)} ${(sums[name]?.sha256 ?? '-').slice(0, 12)}`,
    )
    console.log(`${name.padEnd(width)} ${sides.join('  ')}`)
  }
  if (!isDeepStrictEqual(source, target))
    throw new CommandProblem('The two databases differ; keep using the embedded database and empty the new one.')
}
