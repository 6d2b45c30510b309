/**
 * `npm run tutor:eval [-- FOLDER]`: runs 60 fixed exchanges with the configured model and prints measures of its replies. It uses a
 * separate database with the content files and, if FOLDER is given, the pages in FOLDER as additional sources. The exit code is 1 if a
 * reply gave away an answer before the reveal, or if no exchange was completed.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openDatabase } from '#server/db/database.ts'
import { CommandProblem } from '#server/operations/command-socket.ts'
import { prepareDatabase } from '#server/services.ts'
import { evaluateTutor, type ExchangeResult } from '#server/tutor/evaluation.ts'
import { indexFolder } from '#server/tutor/documents/index-folder.ts'
import { openTutor } from '#server/tutor/open-tutor.ts'
import { commandLog, migrationsFolder, runCommand } from './command.ts'
import { exchanges } from './tutor/exchanges.ts'
import { printResults } from './tutor/print-results.ts'

const usage = 'Usage: npm run tutor:eval [-- FOLDER]'
const limit = 1_000_000

await runCommand(async (config, [folder, ...more]) => {
  if (more.length > 0 || folder?.startsWith('-')) throw new CommandProblem(usage)
  const { tutor: settings } = config
  if (!settings) throw new CommandProblem('No model is configured; set TUTOR_URL and TUTOR_MODEL.')
  const dataDir = await mkdtemp(join(tmpdir(), 'praxam-eval-'))
  const database = await openDatabase({ ...config, dataDir, databaseUrl: undefined }, commandLog)
  try {
    const { db } = database
    const content = join(import.meta.dirname, '../content')
    await prepareDatabase(database, { migrations: migrationsFolder, content }, new Date(), commandLog)
    if (folder !== undefined) for await (const _ of indexFolder(db, { path: resolve(folder), isRemoval: false }));
    const daily = { perMember: limit, perNetwork: limit, total: limit }
    const secrets = [{ version: 1, value: randomBytes(32).toString('base64') }]
    const tutor = openTutor({ settings: { ...settings, daily }, db, secrets, log: commandLog })
    console.log(`${settings.model} at ${new URL(settings.url).host}`)
    const results: ExchangeResult[] = []
    for await (const result of evaluateTutor({ db, tutor, exchanges, nowMs: () => performance.now() })) {
      results.push(result)
      const { exchange, reason } = result
      console.log(`${String(results.length).padStart(2)} ${exchange.questionId} ${exchange.action.type}: ${reason}`)
    }
    console.log(`\n${printResults(results).join('\n')}`)
    const isUseless = results.every(({ reason }) => reason !== 'complete')
    if (isUseless || results.some(({ leak }) => leak !== undefined)) process.exitCode = 1
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}, [])
