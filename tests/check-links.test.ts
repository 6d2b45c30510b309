/** Runs the `check-links` command as an operator does, but without network access. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { openDatabase } from '#server/db/database.ts'
import { saveCaseStudy, saveQuestions } from '#server/bank/save-questions.ts'
import { openServices } from '#server/services.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { contentFolder, migrationsFolder, silentLog } from '#tests/services.ts'
import { copyTemplateDatabase } from '#tests/template-database.ts'

let dataDir: string
const at = new Date('2026-11-24T08:00:00Z')
const idOf = (number: number) => `01a1f7f8-3000-7dd5-a155-${String(number).padStart(12, '0')}`

beforeAll(async () => {
  const { settings } = await copyTemplateDatabase(undefined, silentLog)
  dataDir = settings.dataDir
  const { db, close } = await openDatabase(settings, silentLog)
  await saveCertification(db, aCertification({ id: 'zz-100', studyGuideUrl: 'https://learn.microsoft.com/study#top' }), 0, { by: null, at })
  await saveCaseStudy(
    db,
    { id: 'x', title: 'Northwind', content: '<p><a href="https://elsewhere.example/a?b&amp;c">See</a></p>' },
    { by: null, at },
  )
  const written = Array.from({ length: 250 }, (_, i) =>
    aQuestion({ id: idOf(i), examId: 'zz-100', reference: 'https://learn.microsoft.com/study' }),
  )
  const odd = aQuestion({
    id: idOf(900),
    examId: 'zz-100',
    state: 'draft',
    reference: 'http://learn.microsoft.com/old',
    explanation:
      '<p><a href="/certifications">ours</a> <a href="mailto:ada@example.com">mail</a> <a href="https://10.0.0.1/">within</a></p>',
  })
  for (let i = 0; i < written.length; i += 50) await saveQuestions(db, written.slice(i, i + 50), { by: null, at })
  await saveQuestions(db, [odd], { by: null, at })
  await close()
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

async function run(...words: string[]): Promise<{ code: number | null; out: string; problem: string }> {
  const { DATABASE_URL: _, ...environment } = process.env
  const tool = join(import.meta.dirname, '../tools/check-links.ts')
  const child = spawn(process.execPath, [tool, ...words], { env: { ...environment, DATA_DIR: dataDir } })
  const [out, problem, [code]] = await Promise.all([textOf(child.stdout), textOf(child.stderr), once(child, 'exit')])
  return { code: code as number | null, out, problem }
}

test('every external link of the project is valid', async () => {
  const { code, out, problem } = await run('--offline', '--content')
  expect([out, problem, code]).toEqual([expect.stringMatching(/^Found \d{3,} addresses in \d{3,} links\.\nAll links are valid/), '', 0])
})

describe('links of the database', () => {
  const found = [
    'https://elsewhere.example/a?b&c is not on learn.microsoft.com\n    case study x\n',
    `http://learn.microsoft.com/old does not start with https://\n    question ${idOf(900)} of zz-100, reference\n`,
    `https://10.0.0.1/ contains an IP address instead of a name\n    question ${idOf(900)} of zz-100, texts\n`,
  ].join('')

  test('that are invalid are reported with their positions', async () => {
    const { code, out, problem } = await run('--offline')
    expect([code, problem]).toEqual([1, ''])
    expect(out.split('\n').slice(1).join('\n')).toBe(found)
    // The study guide and 250 references have the same address without its fragment.
    const [addresses = 0, places = 0] = (out.match(/\d+/g) ?? []).map(Number)
    expect(places - addresses).toBeGreaterThanOrEqual(250)
  })

  test('are read from a running server', async () => {
    const alone = await run('--offline')
    const folders = { migrations: migrationsFolder, content: contentFolder }
    const services = await openServices(readConfig({ DATA_DIR: dataDir }), folders, at, silentLog)
    try {
      const beside = await run('--offline')
      expect(beside.code).toBe(1)
      expect(beside.out.endsWith(found)).toBe(true)
      // The server has loaded the content of the project.
      expect(beside.out).not.toBe(alone.out)
    } finally {
      await services.close()
    }
  })
})

test('unknown arguments cause a one-line error', async () => {
  expect(await run('--offline', 'https://praxam.example')).toEqual({
    code: 1,
    out: '',
    problem: 'Usage: npm run check-links -- [--offline] [--content]\n',
  })
  expect((await run('--dry-run')).problem).toMatch(/^There is no option --dry-run; [^\n]+\n$/)
})
