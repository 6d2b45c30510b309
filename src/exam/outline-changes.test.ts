import { describe, expect, test } from 'vitest'
import type { SkillArea } from '#exam/certification.ts'
import { compareOutlines, type PlacedOutline, type PlacedQuestion } from '#exam/outline-changes.ts'
import type { Objective } from '#exam/outline.ts'

const area = (name: string, skills = ['First', 'Second'], weightMin = 20): SkillArea => ({ name, weightMin, weightMax: 30, skills })
const objective = (id: string, values: Partial<Objective> = {}): Objective => ({
  id,
  skillArea: 'Set up',
  skill: 'First',
  text: `Create ${id}`,
  ...values,
})
const outline = (objectives: Objective[], skillAreas = [area('Set up'), area('Operate')]): PlacedOutline => ({ objectives, skillAreas })
const question = (id: string, values: Partial<PlacedQuestion> = {}): PlacedQuestion => ({
  id,
  objective: id,
  skillArea: 'Set up',
  skill: 'First',
  ...values,
})
const fateOf = (before: PlacedOutline, after: PlacedOutline, one: PlacedQuestion, continuations = {}) =>
  compareOutlines(before, after, [one], continuations).questions[0]

describe('objectives', () => {
  test('are the same, changed, removed or added by their ids', () => {
    const before = outline(['a', 'b', 'c', 'd'].map((id) => objective(id)))
    const after = outline([objective('a'), objective('b', { text: 'Set up b' }), objective('c', { skill: 'Second' }), objective('e')])
    const { same, changed, removed, added } = compareOutlines(before, after, []).objectives
    expect(same.map(({ id }) => id)).toEqual(['a'])
    expect(changed.map(({ after: { id }, isReworded, isMoved }) => [id, isReworded, isMoved])).toEqual([
      ['b', true, false],
      ['c', false, true],
    ])
    expect([removed.map(({ id }) => id), added.map(({ id }) => id)]).toEqual([['d'], ['e']])
  })

  test('that were removed earlier are known from their questions', () => {
    const { unknown } = compareOutlines(outline([objective('a')]), outline([objective('a')]), [question('old'), question('a')]).objectives
    expect(unknown).toEqual(['old'])
  })

  test('that look alike are suggested as one, the most similar pair first and each once', () => {
    const before = outline([
      objective('bank', { text: 'Configure bank accounts' }),
      objective('vendor', { text: 'Configure bank accounts for vendors' }),
    ])
    const after = outline([
      objective('accounts-of-banks', { text: 'Configure a bank account and its currency' }),
      objective('vendor-banks', { text: 'Configure the bank accounts of vendors' }),
      objective('sales-invoices', { text: 'Post sales invoices' }),
    ])
    expect(compareOutlines(before, after, []).suggestions).toEqual([
      { from: 'vendor', to: 'vendor-banks', percent: 100 },
      { from: 'bank', to: 'accounts-of-banks', percent: 75 },
    ])
  })

  test('with little in common are not suggested', () => {
    const before = outline([objective('a', { text: 'Alpha beta gamma delta omega' })])
    const percentOf = (text: string) => compareOutlines(before, outline([objective('b', { text })]), []).suggestions[0]?.percent
    expect(percentOf('Alpha beta kappa sigma theta')).toBe(40)
    expect(percentOf('Alpha beta kappa sigma theta lambda')).toBeUndefined()
  })

  test('continue only when they were removed, and only as one that is there', () => {
    const after = outline([objective('a'), objective('e')])
    const given = { d: 'e', old: 'a', a: 'e', b: 'zzz' }
    const { continuations } = compareOutlines(outline([objective('a'), objective('b'), objective('d')]), after, [question('old')], given)
    expect(continuations).toEqual({ d: 'e', old: 'a' })
  })
})

test('weights are compared by area', () => {
  const before = outline([], [area('Set up'), area('Operate'), area('Old')])
  const after = outline([], [area('Set up', ['First'], 25), area('Operate'), area('New')])
  expect(compareOutlines(before, after, []).weights).toEqual([
    { name: 'Set up', before: { weightMin: 20, weightMax: 30 }, after: { weightMin: 25, weightMax: 30 } },
    { name: 'New', after: { weightMin: 20, weightMax: 30 } },
    { name: 'Old', before: { weightMin: 20, weightMax: 30 } },
  ])
})

describe('a question', () => {
  const before = outline([objective('a'), objective('b')])

  test.each([
    ['stays when its objective does', objective('a'), 'stays', false],
    ['needs a re-check when its objective was reworded', objective('a', { text: 'Other' }), 're-check', false],
    ['moves with its objective', objective('a', { skill: 'Second' }), 'stays', true],
    ['is orphaned when its objective was removed', objective('z'), 'orphaned', false],
  ])('%s', (_, next, fate, isMoved) => {
    const found = fateOf(before, outline([next]), question('a'))
    expect(found).toMatchObject({ fate, isMoved, isOutside: false })
    expect(found?.to).toEqual({ objective: 'a', skillArea: 'Set up', skill: next.skill })
  })

  test('moves to the objective that continues its own', () => {
    const after = outline([objective('z', { skillArea: 'Operate', skill: 'Second' })])
    const found = fateOf(before, after, question('a'), { a: 'z' })
    expect(found).toMatchObject({ fate: 're-check', isMoved: true, to: { objective: 'z', skillArea: 'Operate', skill: 'Second' } })
  })

  test('without an objective stays where it is', () => {
    expect(fateOf(before, outline([objective('a')]), question('q', { objective: null }))).toMatchObject({
      fate: 'unplaced',
      isMoved: false,
    })
  })

  test('of an objective that was missing before is to re-check when the objective is there again', () => {
    expect(fateOf(outline([objective('b')]), before, question('a'))).toMatchObject({ fate: 're-check', isMoved: false })
  })

  test('without an objective follows a renamed skill or area', () => {
    const one = question('q', { objective: null })
    const inSkill = outline([objective('a', { skill: 'Start' }), objective('b', { skill: 'Start' })], [area('Set up', ['Start'])])
    expect(fateOf(before, inSkill, one)).toMatchObject({ isMoved: true, isOutside: false, to: { skillArea: 'Set up', skill: 'Start' } })
    const renamed = { skillArea: 'Get ready' }
    const inArea = outline([objective('a', renamed), objective('b', renamed)], [area('Get ready')])
    const other = { ...one, skill: 'Second' }
    expect(fateOf(before, inArea, other)).toMatchObject({ isOutside: false, to: { skillArea: 'Get ready', skill: 'Second' } })
  })

  test('stays outside when its skill is gone and its objectives went to different ones', () => {
    const after = outline([objective('a', { skill: 'Start' }), objective('b', { skill: 'End' })], [area('Set up', ['Start', 'End'])])
    expect(fateOf(before, after, question('q', { objective: null }))).toMatchObject({ isMoved: false, isOutside: true })
  })
})
