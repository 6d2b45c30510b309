import { describe, expect, test } from 'vitest'
import type { PageOutcome } from '#exam/freshness.ts'
import type { ListedFreshness, ListedPage } from '#server/freshness/index.ts'
import { listSharedPages } from '#web/admin/freshness/shared-pages.ts'

const aPage = (path: string, outcome: PageOutcome | null = 'changed', lines: string | null = '12-22'): ListedPage => ({
  part: 'page',
  place: { repository: 'MicrosoftDocs/docs', path, commit: 'a'.repeat(40), lines: '10-20' },
  sha256: undefined,
  title: `Title of ${path}`,
  pageDate: undefined,
  address: `https://learn.microsoft.com/${path}`,
  check: outcome === null ? undefined : { outcome, at: new Date(0), commit: 'b'.repeat(40), path, lines, changes: undefined },
})
const aListed = (questionId: string, pages: ListedPage[], values: Partial<ListedFreshness> = {}): ListedFreshness => ({
  questionId,
  examId: 'mb-800',
  question: 'Which?',
  isPublished: true,
  objective: null,
  outlineVersion: null,
  state: 're-check',
  reason: 'page-changed',
  since: new Date(0),
  setBy: 'check-sources',
  actor: null,
  checkedOn: null,
  version: 1,
  pages,
  ...values,
})
const idsOf = (...questions: ListedFreshness[]) => listSharedPages(questions).map(({ questionIds }) => questionIds)

describe('the pages that several questions cite', () => {
  test('have all their questions, in the order of the board', () => {
    const questions = ['1', '2', '3', '4', '5'].map((id) => aListed(id, [aPage(Number(id) % 2 === 0 ? 'even' : 'odd')]))
    expect(listSharedPages([...questions, aListed('6', [aPage('alone')])])).toEqual([
      { path: 'odd', title: 'Title of odd', address: 'https://learn.microsoft.com/odd', questionIds: ['1', '3', '5'] },
      { path: 'even', title: 'Title of even', address: 'https://learn.microsoft.com/even', questionIds: ['2', '4'] },
    ])
  })

  test('do not have a question whose other page has changed or is gone', () => {
    const both = (id: string, other: ListedPage) => aListed(id, [aPage('one'), { ...other, part: 'second-source' }])
    const others = [both('3', aPage('two')), both('4', aPage('two', 'deleted', null)), both('5', aPage('two'))]
    expect(idsOf(both('1', aPage('two', 'moved')), both('2', aPage('two', null)), ...others)).toEqual([['1', '2']])
  })

  test('do not have a question that is doubted for another reason, or whose lines are gone', () => {
    const others = [
      aListed('3', [aPage('one')], { reason: 'objective-reworded' }),
      aListed('4', [aPage('one')], { state: 'orphaned', reason: 'objective-removed' }),
      aListed('5', [aPage('one', 'changed', null)]),
    ]
    expect(idsOf(aListed('1', [aPage('one')]), aListed('2', [aPage('one')]), ...others)).toEqual([['1', '2']])
  })

  test('are of one repository', () => {
    const page = aPage('one')
    const elsewhere = { ...page, place: { ...page.place, repository: 'MicrosoftDocs/other' } }
    expect(idsOf(aListed('1', [page]), aListed('2', [elsewhere]))).toEqual([])
  })
})
