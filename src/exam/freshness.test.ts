import { describe, expect, test } from 'vitest'
import { freshnessListOf, rateFreshness } from '#exam/freshness.ts'

const current = { state: 'current', reason: null }

describe('the freshness of a question', () => {
  test('is current while the cited lines are the same, wherever they are', () => {
    expect(rateFreshness([], false)).toEqual(current)
    expect(rateFreshness([{ part: 'page', outcome: 'unchanged' }], false)).toEqual(current)
    expect(
      rateFreshness(
        [
          { part: 'page', outcome: 'moved' },
          { part: 'second-source', outcome: 'moved' },
        ],
        false,
      ),
    ).toEqual(current)
  })

  test('needs a re-check when a cited page has changed', () => {
    const recheck = { state: 're-check', reason: 'page-changed' }
    expect(rateFreshness([{ part: 'page', outcome: 'changed' }], false)).toEqual(recheck)
    expect(
      rateFreshness(
        [
          { part: 'page', outcome: 'unchanged' },
          { part: 'second-source', outcome: 'changed' },
        ],
        false,
      ),
    ).toEqual(recheck)
  })

  test('is orphaned without its page, but not without its second source', () => {
    expect(rateFreshness([{ part: 'page', outcome: 'deleted' }], false)).toEqual({ state: 'orphaned', reason: 'page-deleted' })
    expect(
      rateFreshness(
        [
          { part: 'page', outcome: 'unchanged' },
          { part: 'second-source', outcome: 'deleted' },
        ],
        false,
      ),
    ).toEqual({ state: 're-check', reason: 'page-deleted' })
  })

  test('is orphaned without its objective, whatever its pages say', () => {
    expect(rateFreshness([{ part: 'page', outcome: 'changed' }], true)).toEqual({ state: 'orphaned', reason: 'objective-removed' })
  })
})

test('a current question is in another list until a person has checked it', () => {
  expect(freshnessListOf('current', null)).toBe('unchecked')
  expect(freshnessListOf('current', '2026-11-20')).toBe('current')
  expect([freshnessListOf('re-check', null), freshnessListOf('orphaned', null)]).toEqual(['re-check', 'orphaned'])
})
