/** Measures how fast a large question file is imported into the embedded database, and how long other queries wait. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { readConfig } from '#server/config.ts'
import type { ImportLine } from '#server/bank/import/messages.ts'
import type { Db } from '#server/db/tables.ts'
import { importBytesMax } from '#server/http/guard.ts'
import { createLog } from '#server/log.ts'
import { openServices } from '#server/services.ts'
import { makeFolder } from './machine.ts'
import { folders, root } from './site.ts'
import { informative, judged, printCount, type Row } from './table.ts'

const perSecondBudget = 2_000
/** Pause between two queries, in milliseconds. */
const pauseMs = 5

export async function measureImport(): Promise<Row[]> {
  const services = await openServices(readConfig({ DATA_DIR: makeFolder('data') }), folders, new Date(), createLog('warn'))
  try {
    const { bytes, questionCount } = createQuestionFile()
    const rate = (figure: string, seconds: number): Row =>
      judged(
        figure,
        `${printCount(questionCount / seconds)} a second`,
        `≥ ${printCount(perSecondBudget)} a second`,
        questionCount / seconds >= perSecondBudget,
      )
    const run = (isDryRun: boolean) =>
      timed(
        services.db,
        services.importer.run({ bytes, fileName: 'questions.json', isDryRun, actorId: null }),
        isDryRun ? 'report' : 'finished',
      )
    const dryRun = await run(true)
    const first = await run(false)
    const again = await run(false)
    return [
      rate(`Dry run of ${printCount(questionCount)} new questions`, dryRun.seconds),
      rate(`${printCount(questionCount)} checked questions written, not yet indexed for the search`, first.writingSeconds),
      informative('The same file checked, written, and indexed', `${printCount(questionCount / first.seconds)} a second`),
      informative('Import of the same file again', `${printCount(questionCount / again.seconds)} a second`),
      informative('Longest wait for the database during an import', `${(first.waitMs / 1000).toFixed(1)} s`),
      informative('The same during the search indexing afterward', `${Math.round(first.indexingWaitMs)} ms`),
      informative('Time for the search index', `${first.indexingSeconds.toFixed(1)} s`),
      informative('Longest time that the process is blocked', `${Math.round(Math.max(dryRun.blockedMs, first.blockedMs))} ms`),
      informative('Size of the file', `${(bytes.length / 1_000_000).toFixed(1)} MB`),
    ]
  } finally {
    await services.close()
  }
}

async function timed(db: Db, lines: AsyncIterable<ImportLine>, last: ImportLine['type']) {
  const startedAt = performance.now()
  let seconds = NaN
  let reportedAt = NaN
  let writtenAt = NaN
  let isIndexing = false
  const blocked = monitorEventLoopDelay({ resolution: 5 })
  blocked.enable()
  await using other = queryContinuously(db, () => isIndexing)
  for await (const line of lines) {
    if (line.type === 'failed') throw new Error(line.message)
    if (line.type === 'report') reportedAt = performance.now()
    if (line.type === 'progress') isIndexing = line.stage === 'indexing'
    if (line.type === 'progress' && line.stage === 'writing') writtenAt = performance.now()
    if (line.type === last) seconds = (performance.now() - startedAt) / 1000
  }
  blocked.disable()
  const writingSeconds = (writtenAt - reportedAt) / 1000
  const indexingSeconds = seconds - (writtenAt - startedAt) / 1000
  return { seconds, writingSeconds, indexingSeconds, blockedMs: blocked.max / 1_000_000, ...other.longest }
}

/** Sends small queries until it is disposed, and measures the slowest one. */
function queryContinuously(db: Db, isIndexing: () => boolean) {
  const longest = { waitMs: 0, indexingWaitMs: 0 }
  const stopping = new AbortController()
  const queries = (async () => {
    while (!stopping.signal.aborted) {
      const kind = isIndexing() ? 'indexingWaitMs' : 'waitMs'
      const startedAt = performance.now()
      await sql`select 1`.execute(db)
      longest[kind] = Math.max(longest[kind], performance.now() - startedAt)
      await setTimeout(pauseMs)
    }
  })()
  return {
    longest,
    [Symbol.asyncDispose]: async () => {
      stopping.abort()
      await queries
    },
  }
}

/**
 * A file of the largest size that can be imported. It has the questions of MB-800 repeated with different words, so that all differ. Solution
 * series are left out, because they need their scenario.
 */
function createQuestionFile(): { bytes: Buffer; questionCount: number } {
  const questions = JSON.parse(readFileSync(join(root, 'content/bank/mb-800.json'), 'utf8')) as Record<string, unknown>[]
  const models = questions.filter(({ question_type }) => question_type !== 'solution')
  const items: string[] = []
  for (let bytes = 0; ;) {
    const model = models[items.length % models.length] ?? {}
    const [text, explanation] = [model['text'], model['explanation']].map((html) => varied(String(html), items.length))
    const values = { ...model, id: randomUUID(), text, explanation, case_study: null, case_study_id: null, created_at: null }
    const item = JSON.stringify(values, null, 2)
    // A comma and a line break follow each item, except the last one. The brackets of the list are as long.
    bytes += Buffer.byteLength(item) + 2
    if (bytes > importBytesMax) return { bytes: Buffer.from(`[${items.join(',\n')}]`), questionCount: items.length }
    items.push(item)
  }
}

/** Makes every third word unique. */
function varied(html: string, number: number): string {
  let count = 0
  return html.replaceAll(/(?<=[ >])[a-z]{3,}(?=[ .,<])/g, (word) => (count++ % 3 === 0 ? `${word}${number.toString(36)}` : word))
}
