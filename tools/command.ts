/** What the commands of operators share: settings, sentences instead of stacks, and the way to the database. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigProblem, readConfig } from '#server/config.ts'
import type { Config } from '#server/config.ts'
import { ContentProblem } from '#server/bank/load-content.ts'
import { CommandProblem, sendCommand } from '#server/operations/command-socket.ts'
import type { ControlAnswer } from '#server/operations/command-socket.ts'
import { openDatabase } from '#server/db/database.ts'
import type { Database } from '#server/db/database.ts'
import { DatabaseProblem } from '#server/db/embedded.ts'
import { isFileStoreProblem } from '#server/platform/file-store.ts'
import { createLog } from '#server/log.ts'

export const migrationsFolder = join(import.meta.dirname, '../migrations')
export const commandLog = createLog('error')

/** Runs a command. It prints what it has to say itself; a problem ends it with one sentence and exit code 1. */
export async function runCommand(
  command: (config: Config, words: string[]) => Promise<void>,
  options: readonly string[] = ['--replace', '--dry-run'],
): Promise<void> {
  try {
    const words = process.argv.slice(2)
    const unknown = words.find((word) => word.startsWith('-') && !options.includes(word))
    if (unknown) throw new CommandProblem(`There is no option ${unknown}; docs/operating.md describes the commands.`)
    await command(readConfig(process.env), words)
  } catch (error) {
    if (isForPeople(error)) console.error(error.message)
    else commandLog.error({ error }, 'The command failed because of a defect')
    process.exitCode = 1
  }
}

function isForPeople(error: unknown): error is Error {
  const known = [CommandProblem, ConfigProblem, ContentProblem, DatabaseProblem]
  return known.some((kind) => error instanceof kind) || isFileStoreProblem(error)
}

type Asked = { command: string; body: unknown }

/**
 * Works on the database itself or, when a running server holds the embedded one, takes what that server answers.
 *
 * @throws {CommandProblem} when there is no database yet; {DatabaseProblem} when it is held by something that does not answer
 */
export async function withDatabaseOrServer(
  config: Config,
  directly: (database: Database) => Promise<void>,
  { command, body }: Asked,
  answered: (answer: ControlAnswer) => Promise<void>,
): Promise<void> {
  requireDatabase(config)
  let database: Database
  try {
    database = await openDatabase(config, commandLog)
  } catch (error) {
    const answer =
      config.databaseUrl === undefined && error instanceof DatabaseProblem && (await sendCommand(config.dataDir, command, body))
    if (!answer) throw error
    return answered(answer)
  }
  try {
    await directly(database)
  } finally {
    await database.close()
  }
}

/** Opening an embedded database makes it, which is not what a command is for. */
export function requireDatabase({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): void {
  if (databaseUrl !== undefined || existsSync(join(dataDir, 'db/pgdata'))) return
  throw new CommandProblem(`There is no database in ${dataDir}; set DATA_DIR to the folder of the server, or DATABASE_URL.`)
}
