/** Indexes a folder of documentation for `npm run index-docs`: the pages that are new or changed. Removes pages that no longer exist. */
import { createHash, randomUUIDv7 } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, statSync, type Stats } from 'node:fs'
import { readFile, readdir, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import { foldText } from '#exam/plain-text.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { CommandProblem } from '#server/operations/index.ts'
import { createAddressFinder, joinAddress } from '#server/tutor/documents/page-addresses.ts'
import { readPage, type DocumentationPage } from '#server/tutor/documents/read-page.ts'

/**
 * `path`: absolute path of the folder. `address`: where its pages are published; by default, the questions in the bank determine it.
 * `isRemoval`: removes the pages of the folder from the index.
 */
export const indexCommandShape = z.object({ path: z.string(), address: z.url({ protocol: /^https?$/ }).optional(), isRemoval: z.boolean() })
export type IndexCommand = z.infer<typeof indexCommandShape>

/** How many pages were read so far, then the result. */
export type IndexLine =
  | { type: 'progress'; read: number; total: number }
  | { type: 'done'; pages: number; changed: number; removed: number; passages: number; withoutAddress: number }

const pageBytesMax = 2_000_000
/** Maximum number of pages that are written in one transaction. It is small, so that a running server is blocked only briefly. */
const batchSize = 10

/** @throws {CommandProblem} if the folder does not exist or has no pages, unless `isRemoval` is set */
export async function* indexFolder(db: Kysely<Tables>, { path, address, isRemoval }: IndexCommand): AsyncGenerator<IndexLine, void> {
  const folder = resolve(path)
  const known = new Map(
    (await db.selectFrom('documents').select(['path', 'sha256', 'address']).where('folder', '=', folder).execute()).map((row) => [
      row.path,
      row,
    ]),
  )
  const files = isRemoval ? [] : await listPages(folder)
  if (!isRemoval && files.length === 0) throw new CommandProblem(`There is no Markdown file in ${folder}.`)
  const repository = findRepositoryOf(folder)
  const findAddress = await openAddresses(db, repository, address)
  let [read, changed] = [0, 0]
  for (let i = 0; i < files.length; i += batchSize) {
    const pages = await Promise.all(files.slice(i, i + batchSize).map((file) => readFileOf(folder, file)))
    // The embedded database has only one connection, so pages are parsed before the transaction.
    const changedPages = pages.flatMap((page): StoredPage[] => {
      if (!page) return []
      const { path: pagePath, sha256, parse } = page
      const before = known.get(pagePath)
      const pageAddress = findAddress(pagePath)
      if (before?.sha256 === sha256 && before.address === pageAddress) return []
      return [{ folder, repository, path: pagePath, sha256, page: parse(), address: pageAddress }]
    })
    await transact(db, async (transaction) => {
      for (const page of changedPages) await storePage(transaction, page)
    })
    changed += changedPages.length
    read += pages.length
    yield { type: 'progress', read, total: files.length }
  }
  const gone = [...known.keys()].filter((file) => !files.includes(file))
  for (let i = 0; i < gone.length; i += 500)
    await db
      .deleteFrom('documents')
      .where('folder', '=', folder)
      .where('path', 'in', gone.slice(i, i + 500))
      .execute()
  const counts = await db
    .selectFrom('documents')
    .select([
      sql<number>`count(*)::int`.as('pages'),
      sql<number>`(count(*) filter (where address is null))::int`.as('withoutAddress'),
      sql<number>`(select count(*)::int from document_passages where document_id in (select id from documents where folder = ${folder}))`.as(
        'passages',
      ),
    ])
    .where('folder', '=', folder)
    .executeTakeFirstOrThrow()
  yield { type: 'done', ...counts, changed, removed: gone.length }
}

/** Paths of Markdown files in the folder, sorted, with `/` as the separator. Leaves out names that begin with a dot, and `node_modules`. */
async function listPages(folder: string): Promise<string[]> {
  if (!statOf(folder)?.isDirectory()) throw new CommandProblem(`There is no folder ${folder}.`)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && /\.md$/i.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => !file.split('/').some((part) => part.startsWith('.') || part === 'node_modules'))
    .toSorted()
}

/** `parse` takes time, so it is called only for pages that have changed. */
type ReadPage = { path: string; sha256: string; parse: () => DocumentationPage }

async function readFileOf(folder: string, path: string): Promise<ReadPage | undefined> {
  const file = join(folder, path)
  if ((await stat(file)).size > pageBytesMax) return undefined
  const bytes = await readFile(file)
  // PostgreSQL cannot store NUL.
  const text = bytes.toString('utf8').replaceAll('\0', '')
  return {
    path,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    parse: () => readPage(text, path, (name) => readInclude(folder, join(dirname(path), name))),
  }
}

/** The text of a file that a title includes. `undefined` if it is missing, too large, or outside the folder, even through a symbolic link. */
function readInclude(folder: string, path: string): string | undefined {
  const file = resolve(folder, path)
  const info = statOf(file)
  if (!info?.isFile() || info.size > pageBytesMax) return undefined
  return realpathSync(file).startsWith(realpathSync(folder) + sep) ? readFileSync(file, 'utf8') : undefined
}

/** `undefined` if there is no such file or the path is invalid. `throwIfNoEntry: false` would still throw for an invalid path. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

type StoredPage = {
  folder: string
  path: string
  sha256: string
  page: DocumentationPage
  address: string | null
  repository: RepositoryOf | undefined
}

async function storePage(db: Db, { folder, path, sha256, page, address, repository }: StoredPage): Promise<void> {
  await db.deleteFrom('documents').where('folder', '=', folder).where('path', '=', path).execute()
  const id = randomUUIDv7()
  const { title, date, language, passages } = page
  await db
    .insertInto('documents')
    .values({
      id,
      folder,
      path,
      title,
      address,
      repository: repository?.name ?? null,
      repository_path: repository ? repository.prefix + path : null,
      page_date: date,
      language,
      sha256,
    })
    .execute()
  const rows = passages.map(({ heading, text, firstLine, lastLine }, position) => ({
    document_id: id,
    position,
    heading,
    text,
    first_line: firstLine,
    last_line: lastLine,
    search_text: foldText(`${title} ${heading} ${text}`),
  }))
  for (let i = 0; i < rows.length; i += 100)
    await db
      .insertInto('document_passages')
      .values(rows.slice(i, i + 100))
      .execute()
}

/** The repository on GitHub that the folder belongs to. `prefix`: the path of the folder in it, `''` or with a trailing slash. */
type RepositoryOf = { name: string; prefix: string }

function findRepositoryOf(folder: string): RepositoryOf | undefined {
  for (let root = folder; ; root = dirname(root)) {
    const config = [join(root, '.git/config'), join(root, 'config')].find((file) => existsSync(file))
    const [, name] = (config && /github\.com[:/]([\w.-]+\/[\w.-]+?)(?:\.git)?\s*$/m.exec(readFileSync(config, 'utf8'))) || []
    if (name !== undefined) {
      const path = relative(root, folder).split(sep).join('/')
      return { name, prefix: path === '' ? '' : `${path}/` }
    }
    if (root === dirname(root)) return undefined
  }
}

async function openAddresses(db: Db, repository: RepositoryOf | undefined, address: string | undefined) {
  if (address !== undefined) return (path: string) => joinAddress(address, path)
  if (!repository) return () => null
  const rows = await db
    .selectFrom('questions')
    .select([sql<string>`grounding ->> 'path'`.as('path'), 'reference'])
    .distinct()
    .where(sql<string>`lower(grounding ->> 'repository')`, '=', repository.name.toLowerCase())
    .where('reference', '<>', '')
    .execute()
  const find = createAddressFinder(rows.map(({ path, reference }) => ({ path, address: reference })))
  return (path: string) => find(repository.prefix + path)
}
