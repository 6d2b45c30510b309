/**
 * `npm run restore -- FILE [--replace]`: restores a backup into an empty database and data folder, completely or not at all. With `--replace`,
 * existing data is replaced.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { checkBackup, readBackupFile } from '#server/operations/read-backup.ts'
import { CommandProblem, isServerRunning } from '#server/operations/command-socket.ts'
import { openDatabaseForCommand, type Database } from '#server/db/database.ts'
import { restoreBackup } from '#server/operations/restore.ts'
import { commandLog, migrationsFolder, runCommand } from './command.ts'

await runCommand(async (config, args) => {
  const [name, ...more] = args.filter((arg) => arg !== '--replace')
  if (!name || more.length > 0) throw new CommandProblem('Name the backup file: npm run restore -- FILE [--replace]')
  const file = resolve(name)
  if (!existsSync(file)) throw new CommandProblem(`There is no file ${file}.`)
  if (await isServerRunning(config.dataDir)) throw new CommandProblem('The server is running; stop it, then run this command again.')
  await checkBackup(readBackupFile(file))
  const database = await openDatabaseForCommand(config, commandLog)
  try {
    await refuseIfInUse(database)
    const { tables, files } = await restoreBackup(database, readBackupFile(file), {
      migrations: migrationsFolder,
      dataDir: config.dataDir,
      mayReplace: args.includes('--replace'),
    })
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `Restored ${rows} rows of ${Object.keys(tables).length} tables and ${Object.keys(files).length} files. Start the server now.`,
    )
  } finally {
    await database.close()
  }
})

/** Throws if PostgreSQL has other connections to the database. Servers on PostgreSQL have no command socket that would show that they run. */
async function refuseIfInUse({ db, engine }: Database): Promise<void> {
  if (engine !== 'postgres') return
  const { rows } = await sql<{ others: number }>`
    select count(*)::int as others from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
  `.execute(db)
  const others = rows[0]?.others ?? 0
  if (others > 0)
    throw new CommandProblem(
      `${others} other connections use this database; stop every server and program that uses it, then run this command again.`,
    )
}
