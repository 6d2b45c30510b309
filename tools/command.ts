/** Shared by the operators' commands: settings, error messages without stack traces, and access to the database. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigProblem, readConfig, type Config } from '#server/config.ts'
import { ContentProblem } from '#server/bank/content-files.ts'
import { CommandProblem, explainLostServer, sendCommand, type CommandResult } from '#server/operations/command-socket.ts'
import { isOutage } from '#server/db/availability.ts'
import { openDatabaseForCommand, type Database } from '#server/db/database.ts'
import { DatabaseProblem, describeDamage } from '#server/db/embedded.ts'
import { requireCurrentSchema } from '#server/db/migrate.ts'
import { describeRefusal } from '#server/db/refusals.ts'
import { isFileStoreProblem } from '#server/platform/file-store.ts'
import { createLog } from '#server/log.ts'

export const migrationsFolder = join(import.meta.dirname, '../migrations')
export const commandLog = createLog('error')

/** Runs a command. An expected problem ends it with a one-line error and exit code 1. */
export async function runCommand(
  command: (config: Config, args: string[]) => Promise<void>,
  options: readonly string[] = ['--replace', '--dry-run'],
): Promise<void> {
  try {
    const args = process.argv.slice(2)
    const unknown = args.find((arg) => arg.startsWith('-') && !options.includes(arg))
    if (unknown) throw new CommandProblem(`There is no option ${unknown}; docs/operating.md describes the commands.`)
    await command(readConfig(process.env), args)
  } catch (thrown) {
    const error = explainOutage(thrown)
    if (isExpected(error)) console.error(error.message)
    else commandLog.error({ error }, 'The command failed because of an unexpected error')
    process.exitCode = 1
  }
}

/**
 * If the error means that the database stopped, had no resources, or refused to write during the command, returns a {@link CommandProblem}
 * that says so. Returns other errors unchanged.
 */
function explainOutage(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const refusal = describeRefusal(error)
  if (refusal) return new CommandProblem(`The command is not complete because ${refusal}, then run the command again.`)
  if (!isOutage(error)) return error
  const reason = error.message.replace(/\.$/, '')
  return new CommandProblem(
    `The database became unavailable before the command was complete (${reason}); make sure that it runs and accepts connections, then run the command again.`,
  )
}

function isExpected(error: unknown): error is Error {
  const expected = [CommandProblem, ConfigProblem, ContentProblem, DatabaseProblem]
  return expected.some((kind) => error instanceof kind) || isFileStoreProblem(error)
}

/** `acceptsAnySchema`: the command also works on the database of an earlier or a later version. */
type SocketRequest = { command: string; body: unknown; acceptsAnySchema?: true }

/**
 * Opens the database or, if a running server uses the embedded one, sends the command to that server.
 *
 * @throws {CommandProblem} if there is no database yet; {DatabaseProblem} if another process uses it and does not respond, it is damaged, or its
 * schema is not that of this version
 */
export async function withDatabaseOrServer(
  config: Config,
  runDirectly: (database: Database) => Promise<void>,
  { command, body, acceptsAnySchema }: SocketRequest,
  useResult: (result: CommandResult) => Promise<void>,
): Promise<void> {
  requireDatabase(config)
  let database: Database
  try {
    database = await openDatabaseForCommand(config, commandLog)
  } catch (error) {
    const result =
      config.databaseUrl === undefined && error instanceof DatabaseProblem && (await sendCommand(config.dataDir, command, body))
    if (!result) throw error
    return useResult(result).catch((streamError: unknown) => {
      throw explainLostServer(streamError)
    })
  }
  try {
    if (!acceptsAnySchema) await requireCurrentSchema(database.db, migrationsFolder)
    await runDirectly(database)
  } catch (error) {
    throw database.isDamaged() ? describeDamage(join(config.dataDir, 'db'), error) : error
  } finally {
    await database.close()
  }
}

/** Refuses to continue without a database, because opening an embedded database would create it. */
export function requireDatabase({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): void {
  if (databaseUrl !== undefined || existsSync(join(dataDir, 'db/pgdata'))) return
  throw new CommandProblem(`There is no database in ${dataDir}; set DATA_DIR to the folder of the server, or DATABASE_URL.`)
}
