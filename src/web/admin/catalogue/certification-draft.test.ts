import { describe, expect, test } from 'vitest'
import { moveEntry } from '#web/admin/move-entry.ts'
import type { CertificationRow } from '#server/catalogue/certifications.ts'
import { draftOf, linesOf, newCertificationDraft, printDraft, rebase, listCurrentErrors } from './certification-draft.ts'

const row: CertificationRow = {
  id: 'mb-800',
  name: 'Business Central',
  description: 'Set it up.',
  family: 'ERP',
  type: 'Associate',
  status: 'active',
  retired_on: null,
  successor: null,
  successor_id: null,
  duration_minutes: 100,
  pass_score: 700,
  price_usd: null,
  languages: 'English',
  in_french: 'no',
  practice_assessment: null,
  question_count: '40-60',
  outline_of: '2026-06-30',
  study_guide_url: null,
  sources: { outline: { source: 'study guide', checkedOn: '2026-11-18', isApproximate: false } },
  position: 3,
  version: 4,
  updated_at: null,
  skill_areas: [{ position: 1, name: 'Set up', weight_min: 20, weight_max: 25.5, skills: ['One', 'Two'] }],
}

describe('a draft of a certification', () => {
  test('is printed as it was read, with the previous names of the areas', () => {
    const { position: _position, version: _version, updated_at: _time, ...facts } = row
    expect(printDraft(draftOf(row))).toEqual({
      ...facts,
      skill_areas: [{ was: 'Set up', name: 'Set up', weight_min: 20, weight_max: 25.5, skills: ['One', 'Two'] }],
    })
  })

  test('is the same until a fact changes', () => {
    const draft = draftOf(row)
    expect(printDraft({ ...draft, name: 'Business Central ' })).toEqual(printDraft(draft))
    expect(printDraft({ ...draft, name: 'Central' })).not.toEqual(printDraft(draft))
  })

  test('sends an invalid number as typed', () => {
    expect(printDraft({ ...newCertificationDraft, price_usd: 'ten', pass_score: ' 700 ' })).toMatchObject({
      price_usd: 'ten',
      pass_score: 700,
    })
  })
})

describe('a draft that was edited while it was being saved', () => {
  const sent = { ...draftOf(row), areas: [anArea(0, 'Set up', 'Make ready'), anArea(1, undefined, 'Build')] }
  const stored = {
    ...row,
    version: 5,
    skill_areas: [
      { position: 1, name: 'Make ready', weight_min: 20, weight_max: 25, skills: ['One'] },
      { position: 2, name: 'Build', weight_min: 20, weight_max: 25, skills: ['One'] },
    ],
  }

  test('equals the saved row when nothing was typed', () => {
    expect(printDraft(rebase(sent, sent, stored))).toEqual(printDraft(draftOf(stored)))
  })

  test('keeps the typed text, in areas with their saved names', () => {
    const [first, second] = sent.areas
    const now = {
      ...sent,
      name: 'Typed',
      areas: [anArea(7, undefined, 'New'), second, { ...first, name: 'Typed' }].flatMap((one) => one ?? []),
    }
    const rebased = rebase(now as typeof sent, sent, stored)
    expect(rebased.name).toBe('Typed')
    expect(rebased.areas.map(({ key, was, name }) => [key, was, name])).toEqual([
      [7, undefined, 'New'],
      [1, 'Build', 'Build'],
      [0, 'Make ready', 'Typed'],
    ])
  })

  test('has the errors of unchanged fields, at the current positions of the areas', () => {
    const refusals = [
      'name',
      'pass_score',
      'sources.outline.checkedOn',
      'skill_areas.1.weight_min',
      'skill_areas.0.name',
      'skill_areas',
    ].map((field) => ({ field, reason: 'is odd' }))
    const fieldsAfter = (now: typeof sent) => listCurrentErrors(refusals, sent, now).map(({ field }) => field)
    expect(fieldsAfter(sent)).toEqual(refusals.map(({ field }) => field))
    expect(fieldsAfter({ ...sent, name: 'Typed', areas: sent.areas.slice(1) })).toEqual([
      'pass_score',
      'sources.outline.checkedOn',
      'skill_areas.0.weight_min',
    ])
  })
})

function anArea(key: number, was: string | undefined, name: string) {
  return { key, was, name, from: '20', to: '25', skills: 'One' }
}

describe('areas', () => {
  const areas = ['a', 'b', 'c'].map((name, key) => ({ key, was: name, name, from: '', to: '', skills: '' }))

  test.each([
    [0, 1, 'bac'],
    [2, -1, 'acb'],
    [0, -1, 'abc'],
    [2, 1, 'abc'],
  ])('move from %i by %i', (from, by, expected) => {
    expect(
      moveEntry(areas, from, from + by)
        .map(({ name }) => name)
        .join(''),
    ).toBe(expected)
  })

  test('have one skill per non-empty line', () => {
    expect(linesOf(' One\n\n  Two \r\n')).toEqual(['One', 'Two'])
  })
})
