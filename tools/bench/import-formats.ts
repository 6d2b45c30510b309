/** Measures how fast a large file from another tool is read and checked, and how much memory this takes. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { parseBankFile } from '#exam/bank-file/index.ts'
import { writeMoodle } from '#server/bank/formats/moodle/write-moodle.ts'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/log.ts'
import { openServices } from '#server/services.ts'
import { anExportSource } from '#tests/export-source.ts'
import { makeFolder } from './machine.ts'
import { folders, root } from './site.ts'
import { judged, type Row } from './table.ts'

const questionCount = 5_000
const secondsBudget = 5
const megabytesBudget = 300
const sampleMs = 20

export async function measureFormatImport(): Promise<Row[]> {
  const services = await openServices(readConfig({ DATA_DIR: makeFolder('data') }), folders, new Date(), createLog('warn'))
  try {
    const bytes = Buffer.from(await createMoodleFile())
    globalThis.gc?.()
    const idle = process.memoryUsage().rss
    let peak = idle
    const stopping = new AbortController()
    const sampling = (async () => {
      while (!stopping.signal.aborted) {
        peak = Math.max(peak, process.memoryUsage().rss)
        await setTimeout(sampleMs)
      }
    })()
    const startedAt = performance.now()
    const lines = services.importer.run({ bytes, fileName: 'moodle.xml', isDryRun: true, actorId: null })
    for await (const line of lines) {
      if (line.type === 'failed') throw new Error(line.message)
      if (line.type === 'report' && line.counts.new !== questionCount) throw new Error(`The report has ${line.counts.new} new questions`)
    }
    const seconds = (performance.now() - startedAt) / 1000
    stopping.abort()
    await sampling
    const megabytes = (peak - idle) / 1_000_000
    const size = `${(bytes.length / 1_000_000).toFixed(0)} MB`
    return [
      judged(`Moodle XML of 5,000 questions (${size}) read and checked`, `${seconds.toFixed(1)} s`, '< 5 s', seconds < secondsBudget),
      judged('Memory for it above idle', `${megabytes.toFixed(0)} MB`, '< 300 MB', megabytes < megabytesBudget),
    ]
  } finally {
    await services.close()
  }
}

/** The questions of MB-800 as Moodle XML, repeated, with a number added to each text. */
async function createMoodleFile(): Promise<string> {
  const bank = parseBankFile(JSON.parse(readFileSync(join(root, 'content/bank/mb-800.json'), 'utf8')))
  // A solution question needs its case study, which the copies do not have.
  const models = bank.ok ? bank.questions.filter(({ type }) => type !== 'solution') : []
  const questions = Array.from({ length: questionCount }, (_, i) => {
    const model = models[i % models.length]
    if (!model) throw new Error('The bank of MB-800 is empty')
    return { ...model, id: randomUUID(), text: `<p>Number ${i}</p>${model.text}`, caseStudyId: null }
  })
  // Leaves out images, because the test source would replace them with other files.
  return text(writeMoodle({ ...anExportSource(questions, []), readImage: () => Promise.resolve(undefined) }))
}
