/** Checks the caches of the service worker, and creates the next release of the project. */
import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { QuestionBank } from '#exam/question-chunks.ts'
import { expect, type Page } from '@playwright/test'

const root = join(import.meta.dirname, '../..')

/** The files of a release. All releases share the packages. */
const parts = [
  'content',
  'migrations',
  'public',
  'src',
  'package.json',
  'package-lock.json',
  'react-router.config.ts',
  'tsconfig.json',
  'vite.config.ts',
]

/** A copy of the project in an empty folder. A server that starts in it builds it first. */
export async function copyProject(folder: string): Promise<string> {
  for (const part of parts) await cp(join(root, part), join(folder, part), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** A copy of the project in an empty folder, with one sentence of its sources changed. */
export async function makeRelease(folder: string, file: string, from: string, to: string): Promise<string> {
  await copyProject(folder)
  const text = await readFile(join(folder, file), 'utf8')
  expect(text, `${file} holds what is to be changed`).toContain(from)
  await writeFile(join(folder, file), text.replace(from, to))
  return folder
}

/** Waits until the service worker controls the page and has cached these pages. */
export async function expectCopied(page: Page, ...paths: string[]): Promise<void> {
  const chunks = await Promise.all(paths.map((path) => listChunks(page, path)))
  await expectFilesCopied(page, [...paths, ...chunks.flat()])
}

/** Like `expectCopied`, but for an attempt at a part of the bank, whose page loads only the chunks with its questions. */
export async function expectAttemptCopied(page: Page, path: string): Promise<void> {
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
  await expectFilesCopied(page, [path, ...loaded.filter((address) => address.startsWith('/chunks/'))])
}

async function expectFilesCopied(page: Page, addresses: readonly string[]): Promise<void> {
  await page.evaluate(async () => {
    const { serviceWorker } = navigator
    // Waits until the worker controls the page, because before that, it does not see the requests of the page.
    if (!serviceWorker.controller)
      await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
  })
  await expect.poll(() => listCopied(page)).toEqual(expect.arrayContaining([...addresses]))
}

const questionsOnPage = 10

/** The chunks that an exam page loads: none if the page itself has all questions. */
async function listChunks(page: Page, path: string): Promise<readonly string[]> {
  const [, id] = /^\/exam\/([^/]+)$/.exec(path) ?? []
  if (id === undefined) return []
  const response = await page.request.get(new URL(`/api/banks/${id}`, page.url()).href)
  const { size, chunks } = (await response.json()) as QuestionBank
  return size <= questionsOnPage ? [] : chunks
}

/** Paths of everything in all caches of the service worker. */
export async function listCopied(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => url.slice(location.origin.length))
  })
}

/** Builds whose files are cached, oldest first. */
export async function listBuilds(page: Page): Promise<string[]> {
  const start = 'praxam-files-'
  const names = await page.evaluate(() => caches.keys())
  return names.filter((name) => name.startsWith(start)).map((name) => name.slice(start.length))
}
