import { describe, expect, test } from 'vitest'
import { listRepeatedTerms, readGlossary } from '#server/catalogue/glossary-file.ts'

const address = 'https://learn.microsoft.com/en-us/dynamics365/business-central/finance-posting-groups'
const term = { term: 'posting group', definition: 'A code that maps records to accounts.', address }
const read = (values: object) => readGlossary({ certificationIds: ['mb-800'], terms: [term], ...values })
const problemsOf = (values: object) => {
  const result = read(values)
  return result.ok ? [] : result.problems
}

describe('a glossary', () => {
  test('has terms with or without other names', () => {
    expect(read({ terms: [term, { ...term, term: 'SKU', also: ['stockkeeping unit'] }] })).toEqual({
      ok: true,
      value: {
        certificationIds: ['mb-800'],
        terms: [
          { ...term, also: [] },
          { ...term, term: 'SKU', also: ['stockkeeping unit'] },
        ],
      },
    })
  })

  test.each([
    [{ certificationIds: [] }, 'certificationIds: is empty'],
    [{ terms: [{ ...term, definition: 'A code.' }] }, 'terms.0.definition: is too short'],
    [{ terms: [{ ...term, address: 'http://example.com' }] }, 'terms.0.address: must be an https address'],
    [{ terms: [{ ...term, address: 'javascript:alert(1)' }] }, 'terms.0.address: must be an https address'],
    [{ terms: [{ ...term, term: '–' }] }, 'terms.0.term: has no letters or digits'],
    [{ terms: [{ ...term, term: 'a b c d e f g' }] }, 'terms.0.term: has more than 6 words'],
    [{ terms: [term, { ...term, term: 'Dimension', also: ['Posting-groups'] }] }, 'terms.1: is already a term: Posting-groups'],
  ])('is refused with %j', (values, problem) => {
    expect(problemsOf(values)).toContain(problem)
  })

  test('has no term of another glossary of the same certification', () => {
    const one = { certificationIds: ['mb-800', 'mb-820'], terms: [{ ...term, also: ['PG'] }] }
    const other = { certificationIds: ['mb-820'], terms: [{ ...term, term: 'pg', also: [] }] }
    expect(listRepeatedTerms([one, other])).toEqual(['mb-820: pg'])
    expect(listRepeatedTerms([one, { ...other, certificationIds: ['mb-310'] }])).toEqual([])
  })
})
