/** Runs the commands that import and export the bank, with and without a running server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ExamOutline } from '#exam/outline.ts'
import { listOutlines } from '#server/catalogue/index.ts'
import { loadContent } from '#server/bank/load-content.ts'
import { openDatabase } from '#server/db/database.ts'
import { readConfig } from '#server/config.ts'
import { openServices } from '#server/services.ts'
import { aBankItem } from '#tests/factories.ts'
import { contentFolder, migrationsFolder, silentLog } from '#tests/services.ts'
import { copyTemplateDatabase } from '#tests/template-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'praxam-bank-'))
let dataDir: string
const open = () => openDatabase({ dataDir, databaseUrl: undefined }, silentLog)
beforeAll(async () => {
  const { settings } = await copyTemplateDatabase(undefined, silentLog)
  dataDir = settings.dataDir
  const { db, close } = await open()
  await loadContent(db, contentFolder, new Date())
  await close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function start(tool: string, words: string[]) {
  const { DATABASE_URL: _, ...environment } = process.env
  const env = { ...environment, DATA_DIR: dataDir }
  return spawn(process.execPath, [join(import.meta.dirname, '../tools', tool), ...words], { env, cwd: folder })
}

async function run(tool: string, ...words: string[]): Promise<{ code: number | null; out: string; problem: string }> {
  const child = start(tool, words)
  const [out, problem, [code]] = await Promise.all([textOf(child.stdout), textOf(child.stderr), once(child, 'exit')])
  return { code: code as number | null, out, problem }
}

async function countQuestions(): Promise<number> {
  const { db, close } = await open()
  const rows = await db.selectFrom('questions').select('id').execute()
  await close()
  return rows.length
}

function write(name: string, value: unknown): string {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(value, null, 2))
  return file
}

const anItem = (number: number, values: Record<string, unknown> = {}) =>
  aBankItem({ id: `01a1f7f8-3000-7dd5-a155-${String(number).padStart(12, '0')}`, text: `Question ${number}?`, ...values })

// Each test starts several processes, which takes time on a busy machine.
describe('the bank commands', { timeout: 120_000 }, () => {
  test('import an exported bank, with and without a running server', async () => {
    const many = Array.from({ length: 60 }, (_, i) => anItem(i))
    const file = write('many.json', many)
    const before = await countQuestions()
    expect(await run('import-bank.ts', file, '--dry-run')).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /^many\.json: 60 questions, 60 new, 0 changed, 0 unchanged, 0 refused\.\n[^]*This was a dry run. Nothing was written\.\n$/,
      ),
      problem: '',
    })
    expect(await countQuestions()).toBe(before)
    expect(await run('import-bank.ts', 'many.json')).toMatchObject({ code: 0, out: expect.stringMatching(/\nImported\.\n$/) })
    expect(await countQuestions()).toBe(before + 60)
    expect(await run('export-bank.ts', 'bank.json')).toMatchObject({
      code: 0,
      out: expect.stringContaining(`Exported the bank to ${join(folder, 'bank.json')}`),
    })

    const services = await openServices(
      readConfig({ DATA_DIR: dataDir }),
      { migrations: migrationsFolder, content: contentFolder },
      new Date(),
      silentLog,
    )
    try {
      expect(await run('import-bank.ts', 'bank.json')).toMatchObject({ code: 0, out: expect.stringContaining(' 0 new, 0 changed, ') })
      expect(await run('export-bank.ts', 'beside.json')).toMatchObject({ code: 0 })
      expect(await run('export-bank.ts', 'bank.zip')).toMatchObject({ code: 0 })
      expect(await run('export-bank.ts', 'mb-800.xml', '--exam', 'MB-800')).toMatchObject({ code: 0 })
      expect(readFileSync(join(folder, 'mb-800.xml'), 'utf8')).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<quiz>\n[^]*<\/quiz>\n$/)
      expect(await run('export-bank.ts', 'mb-800.csv', '--exam', 'zz-999')).toMatchObject({
        code: 1,
        problem: 'There is no exam with the id "zz-999" on this site.\n',
      })
      const refused = await run('import-bank.ts', write('bad.json', [anItem(1), anItem(2, { reference: 'javascript:x' })]))
      expect(refused).toMatchObject({ code: 1, out: expect.stringMatching(/Refused:\n {2}Item 2, line \d+: reference: is not an http/) })
      expect(refused.problem).toBe('1 question is refused. Correct or remove it. Nothing was written.\n')
    } finally {
      await services.close()
    }
    expect(readFileSync(join(folder, 'beside.json'), 'utf8')).toBe(readFileSync(join(folder, 'bank.json'), 'utf8'))
    expect(await run('import-bank.ts', 'bank.zip')).toMatchObject({ code: 0, out: expect.stringContaining(' 0 new, 0 changed, ') })
    expect(await countQuestions()).toBe(before + 60)
  })

  test('apply an outline after a dry run, with and without a running server', async () => {
    const outline = JSON.parse(readFileSync(join(contentFolder, 'outlines/mb-310.json'), 'utf8')) as ExamOutline
    const [first, ...rest] = outline.objectives
    const id = first?.id ?? ''
    const version = async () => {
      const { db, close } = await open()
      const found = (await listOutlines(db, ['mb-310'])).get('mb-310')
      await close()
      return found?.version
    }
    const changed = { ...outline, version: '2026-12-01', objectives: [{ ...first, id: 'goes-on' }, ...rest] }
    const file = write('outline.json', changed)
    expect(await run('apply-outline.ts', file, '--dry-run')).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        new RegExp(
          `removed: ${id}, named by \\d+ questions?, looks like goes-on; add ${id}=goes-on[^]*\nThis was a dry run. Nothing was written.\n$`,
        ),
      ),
      problem: '',
    })
    expect(await version()).toBe(outline.version)
    expect(await run('apply-outline.ts', file, `${id}=goes-on`)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/\nOrphaned, [^\n]*: 0 questions\n[^]*\nApplied\.\n$/),
    })
    expect(await version()).toBe('2026-12-01')
    const services = await openServices(
      readConfig({ DATA_DIR: dataDir }),
      { migrations: migrationsFolder, content: contentFolder },
      new Date(),
      silentLog,
    )
    try {
      expect(await run('apply-outline.ts', file)).toMatchObject({ code: 0, out: expect.stringMatching(/The outline is the same/) })
      const bad = write('bad-outline.json', { ...changed, objectives: [{ ...first, skill: 'Unknown' }] })
      const { code, problem } = await run('apply-outline.ts', bad)
      expect([code, problem]).toEqual([
        1,
        expect.stringMatching(/is refused\. Nothing was written\.\n {2}objectives\.0\.skill: is not a skill/),
      ])
    } finally {
      await services.close()
    }
  })

  test('leave the search index to the next server when the first is killed', async () => {
    const { db, close } = await open()
    await db.updateTable('question_entries').set({ search_text: '' }).execute()
    await close()
    const folders = { migrations: migrationsFolder, content: contentFolder }
    const services = await openServices(readConfig({ DATA_DIR: dataDir }), folders, new Date(), silentLog)
    try {
      const left = () => services.db.selectFrom('question_entries').select('question_id').where('search_text', '=', '').execute()
      await expect.poll(left, { timeout: 30_000 }).toEqual([])
    } finally {
      await services.close()
    }
  })

  test('list at most fifty refused questions', async () => {
    const file = write(
      'all-bad.json',
      Array.from({ length: 70 }, (_, i) => anItem(i, { correct_answer: 'Z' })),
    )
    const { code, out } = await run('import-bank.ts', file, '--dry-run')
    expect(code).toBe(1)
    expect(out).toContain('  and 20 more\n')
    expect(out.match(/Item \d+, line \d+: correct_answer: /g)).toHaveLength(50)
  })

  test('report errors in one line', async () => {
    writeFileSync(join(folder, 'there.json'), '[]')
    expect(await run('export-bank.ts', 'there.json')).toMatchObject({
      code: 1,
      problem: expect.stringContaining('there.json already exists'),
    })
    expect(await run('export-bank.ts', 'there.json', '--replace')).toMatchObject({ code: 0 })
    expect(await run('export-bank.ts', 'bank.pdf')).toMatchObject({
      code: 1,
      problem: expect.stringContaining('must end in .json, .zip, .xml, .gift, .qti.zip, .qti21.zip, .csv, .xlsx, .html.'),
    })
    expect(await run('export-bank.ts', 'bank.csv', '--exam', 'zz-999')).toMatchObject({
      code: 1,
      problem: 'There is no exam with the id "zz-999" on this site.\n',
    })
    expect(await run('export-bank.ts', 'nowhere/bank.zip')).toMatchObject({
      code: 1,
      problem: expect.stringContaining('does not exist'),
    })
    expect(await run('import-bank.ts', 'nothing.json')).toMatchObject({ code: 1, problem: expect.stringContaining('does not exist') })
    expect(await run('import-bank.ts')).toMatchObject({
      code: 1,
      problem: 'Usage: npm run import-bank -- FILE [--exam ID] [--reference URL] [--area NAME] [--format ID] [--dry-run]\n',
    })
    expect(await run('import-bank.ts', '.')).toMatchObject({
      code: 1,
      problem: expect.stringContaining('The path is not a file.'),
    })
    expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([])
  })

  // Regression: an unusable image store was reported as an internal error with a stack trace.
  test('report an unusable image store in one line', async () => {
    const shown = anItem(9_000, { text: '<p>Where?</p><img src="/storage/questions/question-images/a.png" alt="a" />' })
    expect(await run('import-bank.ts', write('shown.json', [shown]))).toMatchObject({ code: 0 })
    writeFileSync(join(dataDir, 'storage'), 'not a folder')
    const { code, problem } = await run('export-bank.ts', 'shown.zip')
    rmSync(join(dataDir, 'storage'))
    expect(code).toBe(1)
    expect(problem).toMatch(/^The folder .+ cannot be used \(ENOTDIR\); [^\n]+\.\n$/)
  })

  test('write nothing when an import is killed', async () => {
    const before = await countQuestions()
    const file = write(
      'huge.json',
      Array.from({ length: 2000 }, (_, i) => anItem(10_000 + i)),
    )
    const child = start('import-bank.ts', [file])
    const exit = once(child, 'exit')
    // This line is printed after the first of forty batches. All batches are committed together.
    for await (const line of createInterface(child.stdout)) if (line === 'Importing...') child.kill('SIGKILL')
    expect(await exit).toEqual([null, 'SIGKILL'])
    expect(await countQuestions()).toBe(before)
    expect(await run('import-bank.ts', file)).toMatchObject({ code: 0 })
    expect(await countQuestions()).toBe(before + 2000)
  })
})
