import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { indexCommandShape, indexFolder, type IndexCommand, type IndexLine } from '#server/tutor/documents/index-folder.ts'
import { findPassages } from '#server/tutor/retrieval/find-passages.ts'
import { aQuestion } from '#tests/factories.ts'
import { prepareDatabase } from '#tests/prepared-database.ts'

let folder: string

const database = prepareDatabase()
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'praxam-docs-'))
  await mkdir(join(folder, 'finance/.hidden'), { recursive: true })
  await mkdir(join(folder, '.git'))
  await writeFile(join(folder, '.git/config'), '[remote "origin"]\n\turl = https://github.com/MicrosoftDocs/dynamics365smb-docs.git\n')
  await writeFile(join(folder, 'finance/.hidden/x.md'), 'Hidden text')
  await write(
    'finance/posting.md',
    '# Post entries\n\nA posting date decides the fiscal period of an entry.\n\n## Locked dates\n\nA locked date cannot be changed.',
  )
  await write('finance/terms.md', '# Terms\n\nPayment terms grant a discount for early payment.')
})
afterEach(() => rm(folder, { recursive: true }))

const write = (path: string, text: string) => writeFile(join(folder, path), text)
const asked = aQuestion({ options: ['A', 'B', 'C', 'D'], text: '<p>What happens?</p>' })

async function index(values: Partial<IndexCommand> = {}): Promise<IndexLine> {
  let last: IndexLine | undefined
  for await (const line of indexFolder(database.db, { path: folder, isRemoval: false, ...values })) last = line
  if (!last) throw new Error('No lines')
  return last
}

const ask = (message: string) => findPassages(database.db, { question: asked, message, language: 'en', limit: 20, isRevealed: false })

describe('indexed documentation', () => {
  test('is found by words of the message that occur together', async () => {
    expect(await index()).toEqual({ type: 'done', pages: 2, changed: 2, removed: 0, passages: 3, withoutAddress: 2 })
    expect(await ask('What decides the fiscal period?')).toMatchObject([
      {
        kind: 'document',
        title: 'Post entries',
        address: null,
        text: 'A posting date decides the fiscal period of an entry.',
        checkedOn: null,
      },
    ])
    expect((await ask('Can a locked date be changed?')).map(({ title }) => title)).toContain('Post entries: Locked dates')
    expect(await ask('Unrelated elephants')).toEqual([])
  })

  test('is found with a misspelled word', async () => {
    await index()
    expect((await ask('What is a discaunt?')).map(({ title }) => title)).toEqual(['Terms'])
  })

  test('is found by words of the question', async () => {
    await index()
    const question = { ...asked, text: '<p>Who sets <b>payment terms</b>?</p>' }
    const passages = await findPassages(database.db, { question, message: '', language: 'en', limit: 20, isRevealed: false })
    expect(passages.map(({ title }) => title)).toContain('Terms')
  })

  test('has the addresses that questions cite, or those that the operator gives', async () => {
    const grounding = { repository: 'microsoftdocs/Dynamics365smb-docs', path: 'finance/terms.md', commit: 'a'.repeat(40), lines: '1-2' }
    await saveQuestions(database.db, [aQuestion({ reference: 'https://docs.example/erp/finance/terms', grounding })])
    await index()
    const addresses = async () =>
      (await database.db.selectFrom('documents').select('address').orderBy('path').execute()).map(({ address }) => address)
    expect(await addresses()).toEqual(['https://docs.example/erp/finance/posting', 'https://docs.example/erp/finance/terms'])
    expect(await index({ address: 'https://other.example' })).toMatchObject({ changed: 2, withoutAddress: 0 })
    expect(await addresses()).toEqual(['https://other.example/finance/posting', 'https://other.example/finance/terms'])
  })

  test('is updated: only changed pages are written, and missing pages are removed', async () => {
    await index()
    expect(await index()).toMatchObject({ pages: 2, changed: 0, removed: 0 })
    await write('finance/posting.md', '# Post entries\n\nSomething else about zebras.')
    await rm(join(folder, 'finance/terms.md'))
    expect(await index()).toMatchObject({ pages: 1, changed: 1, removed: 1, passages: 1 })
    expect((await ask('zebras')).map(({ text }) => text)).toEqual(['Something else about zebras.'])
    expect(await ask('discount payment')).toEqual([])
    expect(await index({ isRemoval: true })).toMatchObject({ pages: 0, removed: 1 })
  })

  test('is refused without a folder or a page', async () => {
    await expect(index({ path: join(folder, 'nowhere') })).rejects.toThrow('There is no folder')
    await expect(index({ path: join(folder, '.git') })).rejects.toThrow('There is no Markdown file')
  })

  test('takes words of a query as words', async () => {
    await index()
    for (const message of ["posting' & !date | (", 'a:* <-> b', '%_\\ zebra', '\u0000posting']) await ask(message)
  })

  test('reads what a title includes only from files of the folder', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'praxam-outside-'))
    await writeFile(join(outside, 'secret.md'), 'Secret of the machine')
    await symlink(outside, join(folder, 'link'))
    await symlink(join(outside, 'secret.md'), join(folder, 'linked.md'))
    await write('name.md', 'Northwind')
    for (const [i, path] of [
      'name.md',
      'finance',
      'link/secret.md',
      'linked.md',
      '../x.md',
      'missing.md',
      'name.md/x',
      `${'x'.repeat(300)}.md`,
    ].entries())
      await write(`page-${i}.md`, `# Title [!INCLUDE [x](${path})]\n\nSome unrelated elephants.`)
    await index()
    const titles = await database.db.selectFrom('documents').select('title').where('path', 'like', 'page-%').orderBy('path').execute()
    expect(titles.map(({ title }) => title)).toEqual(['Title Northwind', ...Array<string>(7).fill('Title')])
    const paths = (await database.db.selectFrom('documents').select('path').execute()).map(({ path }) => path)
    expect(paths).not.toContain('linked.md')
    expect(paths).not.toContain('link/secret.md')
    await rm(outside, { recursive: true })
  })

  test.each(['finance/posting.md', 'finance/posting.md/x', 'no-such-folder'])('refuses %s, which is not a folder', async (path) => {
    await expect(index({ path: join(folder, path) })).rejects.toThrow('There is no folder')
  })

  test('has addresses of the web only', () => {
    const isValid = (address: string) => indexCommandShape.safeParse({ path: folder, address, isRemoval: false }).success
    expect(['https://docs.example/erp', 'http://localhost/docs'].map(isValid)).toEqual([true, true])
    expect(['javascript:alert(1)', 'data:text/html,x', 'erp'].map(isValid)).toEqual([false, false, false])
  })
})
