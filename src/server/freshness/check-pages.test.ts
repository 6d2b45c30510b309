import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkSources, type CitedSource, type SourceChecks } from '#server/freshness/check-pages.ts'
import { hashLines } from '#server/freshness/cited-lines.ts'
import { aPage, createRepository, type TestRepository } from '#tests/page-repository.ts'

const repository = 'Contoso/docs'
const sentences = {
  same: 'An invoice is due after thirty days.',
  changed: 'The discount is two percent for ten days.',
  moved: 'A reminder is sent after the due date has passed.',
  renamed: 'A payment tolerance forgives small differences.',
  deleted: 'A finance charge is calculated once a month.',
}
const pathOf = (name: string) => `articles/${name}.md`

let folder: string
let docs: TestRepository
let commit: string
let newest: string

/** One page for each outcome: unchanged, changed, moved on the page, renamed, deleted. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'check-sources-'))
  docs = createRepository(join(folder, 'clones', repository))
  commit = docs.commit(Object.fromEntries(Object.entries(sentences).map(([name, text]) => [pathOf(name), aPage(name, text)])))
  newest = docs.commit({
    [pathOf('same')]: `${aPage('same', sentences.same)}\nOne more line.\n`,
    [pathOf('changed')]: aPage('changed', sentences.changed.replace('two', 'three')),
    [pathOf('moved')]: `---\nms.date: 01/12/2026\n---\n${aPage('moved', sentences.moved)}`,
    [pathOf('renamed')]: null,
    ['finance/tolerance.md']: `${aPage('renamed', sentences.renamed)}Renamed.\n`,
    [pathOf('deleted')]: null,
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const aSource = (name: string, values: Partial<CitedSource['cited']> = {}): CitedSource => ({
  questionId: name,
  examId: 'mb-800',
  part: 'page',
  cited: { repository, path: pathOf(name), commit, lines: '3-3', ...values },
})
const allSources = () => Object.keys(sentences).map((name) => aSource(name))
const check = (sources: readonly CitedSource[], place = 'clones') => checkSources(sources, { folder: join(folder, place) }, () => undefined)

function expectEveryFate({ checks, problems }: SourceChecks): void {
  expect(problems).toEqual([])
  const known = (name: keyof typeof sentences) => ({
    questionId: name,
    part: 'page',
    cited: aSource(name).cited,
    sha256: hashLines([sentences[name]]),
    newestCommit: newest,
    newestPath: pathOf(name),
    newestLines: '3-3',
    newestSha256: hashLines([sentences[name]]),
    oldText: null,
    newText: null,
  })
  const changed = sentences.changed.replace('two', 'three')
  const nowhere = { newestPath: null, newestLines: null, newestSha256: null }
  expect(checks).toEqual([
    { ...known('same'), outcome: 'unchanged' },
    { ...known('changed'), outcome: 'changed', newestSha256: hashLines([changed]), oldText: sentences.changed, newText: changed },
    { ...known('moved'), outcome: 'moved', newestLines: '6-6' },
    { ...known('renamed'), outcome: 'moved', newestPath: 'finance/tolerance.md' },
    { ...known('deleted'), ...nowhere, outcome: 'deleted', oldText: sentences.deleted },
  ])
}

describe('cited lines are compared with the newest version of their page', () => {
  test('in a clone', () => expectEveryFate(check(allSources())))

  test('in a bare repository whose name has no folder', () => {
    docs.git('clone', '--quiet', '--bare', docs.place, join(folder, 'bare', 'Contoso+docs'))
    expectEveryFate(check(allSources(), 'bare'))
  })

  test('in a clone whose own branch is older than that of its origin', () => {
    const place = join(folder, 'older', repository)
    docs.git('clone', '--quiet', docs.place, place)
    docs.git('-C', place, 'reset', '--quiet', '--hard', commit)
    expectEveryFate(check(allSources(), 'older'))
  })

  test('in repositories that are downloaded without their history, twice', () => {
    const from = { folder: join(folder, 'downloads'), addressOf: () => pathToFileURL(docs.place).href }
    const lines: string[] = []
    expectEveryFate(checkSources(allSources(), from, (line) => lines.push(line)))
    expect(lines).toEqual([`Downloading ${repository}...`])
    expect(readdirSync(from.folder)).toEqual(['Contoso+docs'])
    const place = join(from.folder, 'Contoso+docs')
    expect(docs.git('-C', place, 'rev-list', '--count', 'newest')).toBe('1')
    expectEveryFate(checkSources(allSources(), from, () => undefined))
  })
})

describe('sources that cannot be compared', () => {
  const problemOf = (source: CitedSource) => {
    const { checks, problems } = check([source])
    expect(checks).toEqual([])
    expect(problems.map(({ sources }) => sources)).toEqual([[source]])
    return problems[0]?.problem
  }

  test('have a reason', () => {
    const none = '0'.repeat(40)
    expect(problemOf(aSource('same', { repository: 'Contoso/gone' }))).toBe('Contoso/gone is not in the folder')
    expect(problemOf(aSource('same', { commit: none }))).toBe(`Contoso/docs has no commit ${none}`)
    expect(problemOf(aSource('gone'))).toBe(`Contoso/docs has no articles/gone.md at ${commit}`)
    expect(problemOf(aSource('same', { lines: '90-95' }))).toBe(`articles/same.md has no lines 90-95 at ${commit}`)
    expect(problemOf({ ...aSource('same'), lines_sha256: 'a'.repeat(64) })).toContain('has other lines 3-3 than their hash says')
  })

  test('are those that are newer than the repository', () => {
    const place = createRepository(join(folder, 'past', repository))
    const old = place.commit({
      [pathOf('same')]: aPage('same', 'Something else.'),
      [pathOf('changed')]: aPage('changed', sentences.changed),
    })
    place.git('checkout', '--quiet', '-b', 'later')
    const newer = place.commitAt('2040-01-01T00:00:00Z', { [pathOf('same')]: aPage('same', sentences.same) })
    place.git('checkout', '--quiet', 'main')
    const { checks, problems } = check([aSource('same', { commit: newer }), aSource('changed', { commit: newer })], 'past')
    expect(checks).toMatchObject([{ questionId: 'changed', outcome: 'unchanged' }])
    expect(problems.map(({ problem }) => problem)).toEqual([`Contoso/docs at ${old} is older than the cited commit ${newer}`])
  })

  test('of a repository that cannot be downloaded leave the others', () => {
    const addressOf = (name: string) => pathToFileURL(name === repository ? docs.place : join(folder, 'nowhere')).href
    const sources = [aSource('same', { repository: 'Contoso/gone' }), aSource('same')]
    const { checks, problems } = checkSources(sources, { folder: join(folder, 'some'), addressOf }, () => undefined)
    expect(checks).toHaveLength(1)
    expect(problems.map(({ problem }) => problem)).toEqual([expect.stringMatching(/^Contoso\/gone could not be downloaded: .+/)])
  })

  test('never become commands or options', () => {
    for (const name of ['--upload-pack=touch x/y', 'a/b; touch x', '../docs', 'Contoso/../docs', '$(touch x)/y', 'a/-b'])
      expect(problemOf(aSource('same', { repository: name }))).toBe(`${name} is not the name of a repository`)
    expect(problemOf(aSource('same', { commit: '--help' }))).toBe('Contoso/docs has no commit --help')
    expect(problemOf(aSource('same', { commit: 'HEAD' }))).toBe('Contoso/docs has no commit HEAD')
    for (const path of ['--help', ':(glob)**', '../../etc/passwd', '/etc/passwd', '$(touch x)', '-z', 'a\0b', ''])
      expect(problemOf(aSource('same', { path }))).toBe(`Contoso/docs has no ${path} at ${commit}`)
    for (const path of ['../x', ':(unknown)x']) {
      const { checks } = check([aSource('same', { path }), aSource('same')])
      expect(checks.map(({ outcome }) => outcome)).toEqual(['unchanged'])
    }
  })
})
