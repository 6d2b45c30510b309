import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashLines } from '#server/freshness/index.ts'
import { readCitedPage } from '#server/bank/cited-pages.ts'

const repository = 'Contoso/docs'
const path = 'articles/terms.md'
const lines = '1-1'
let folder: string
let commits: string[]

/** Two commits of a page: the second one has another title, and a date. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cited-pages-'))
  const place = join(folder, repository)
  mkdirSync(join(place, 'articles'), { recursive: true })
  mkdirSync(join(place, 'includes'))
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', place, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...words], { encoding: 'utf8' }).trim()
  git('init', '--quiet')
  writeFileSync(join(place, 'includes/product.md'), 'Fabrikam\n')
  commits = ['# Terms\n', '---\nms.date: 01/12/2026\n---\n# Terms in [!INCLUDE[product](../includes/product.md)]\n'].map((page) => {
    writeFileSync(join(place, path), page)
    git('add', '.')
    git('commit', '--quiet', '--message', 'page')
    return git('rev-parse', 'HEAD')
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a cited page', () => {
  test('is read at the cited commit', () => {
    const [older = '', newer = ''] = commits
    expect(readCitedPage(folder, { repository, path, commit: older, lines })).toEqual({
      facts: { title: 'Terms', lines_sha256: hashLines(['# Terms']) },
    })
    expect(readCitedPage(folder, { repository, path, commit: newer, lines: '4-4' })).toEqual({
      facts: {
        title: 'Terms in Fabrikam',
        page_date: '2026-01-12',
        lines_sha256: hashLines(['# Terms in [!INCLUDE[product](../includes/product.md)]']),
      },
    })
  })

  test('that cannot be read has the reason', () => {
    const commit = commits[0] ?? ''
    const none = '0'.repeat(40)
    expect(readCitedPage(folder, { repository: 'Contoso/gone', path, commit, lines })).toEqual({
      problem: 'Contoso/gone is not in the folder',
    })
    expect(readCitedPage(folder, { repository, path, commit: none, lines })).toEqual({ problem: `Contoso/docs has no commit ${none}` })
    expect(readCitedPage(folder, { repository, path: 'gone.md', commit, lines })).toEqual({
      problem: `Contoso/docs has no gone.md at ${commit}`,
    })
  })
})
