import { describe, expect, test } from 'vitest'
import { readOutline } from '#server/catalogue/outlines-file.ts'
import { aCertification, anOutline } from '#tests/factories.ts'

const [objective] = anOutline().objectives

describe('the file of an outline', () => {
  test('is read as written', () => {
    expect(readOutline(anOutline({ effectiveOn: '2026-07-24' }), aCertification())).toEqual({
      ok: true,
      value: anOutline({ effectiveOn: '2026-07-24' }),
    })
  })

  test.each([
    ['another certification', anOutline({ certificationId: 'mb-230' }), 'certificationId: must be mb-800, as the name of the file'],
    ['an id twice', { ...anOutline(), objectives: [objective, objective] }, 'objectives.1.id: is already the id of another objective'],
    ['an id with capitals', { ...anOutline(), objectives: [{ ...objective, id: 'Terms' }] }, 'objectives.0.id: must be lowercase words'],
    [
      'an unknown area',
      { ...anOutline(), objectives: [{ ...objective, skillArea: 'Cooking' }] },
      'objectives.0.skillArea: is not a skill area',
    ],
    ['an unknown skill', { ...anOutline(), objectives: [{ ...objective, skill: 'Number series' }] }, 'objectives.0.skill: is not a skill'],
    ['a version that is no date', { ...anOutline(), version: 'June' }, 'version: must be a date'],
    ['no objectives', { ...anOutline(), objectives: [] }, 'objectives: is empty'],
  ])('is refused with %s', (_, json, problem) => {
    const read = readOutline(json, aCertification())
    expect(read.ok ? [] : read.problems).toEqual([expect.stringContaining(problem)])
  })
})
