import { describe, expect, test } from 'vitest'
import { createBatches } from '#server/bank/import/import-batches.ts'
import { aQuestion } from '#tests/factories.ts'

const idOf = (number: number) => `01a1f7f8-3000-7dd5-a155-${String(number).padStart(12, '0')}`
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

describe('the batches of an import', () => {
  // Neither ascending nor descending: 7 and 250 have no common factor.
  const questions = range(1, 250).map((i) => ({ question: aQuestion({ id: idOf((i * 7) % 250) }), version: null }))
  const caseStudies = range(1, 120).map((i) => ({ caseStudy: { id: `case-${i}`, title: '', content: '' }, version: null }))
  const texts = { text: '', options: [], pairs: null, explanation: '', optionExplanations: [] }
  const translations = range(1, 101).map((i) => ({ ...texts, id: idOf(i), language: 'fr', originalHash: '' }))
  const caseStudyTranslations = range(1, 5).map((i) => ({ id: `case-${i}`, title: '', content: '', language: 'fr', originalHash: '' }))
  const batches = [...createBatches(questions, caseStudies, translations, caseStudyTranslations)]

  test('contain case studies first, then questions and translations, at most 100 each', () => {
    const sizes = batches.map((batch) => Object.fromEntries(Object.entries(batch).map(([kind, list]) => [kind, list.length])))
    const none = { caseStudies: 0, questions: 0, translations: 0, caseStudyTranslations: 0 }
    expect(sizes).toEqual([
      { ...none, caseStudies: 100 },
      { ...none, caseStudies: 20 },
      { ...none, questions: 100 },
      { ...none, questions: 100 },
      { ...none, questions: 50 },
      { ...none, translations: 100 },
      { ...none, translations: 1 },
      { ...none, caseStudyTranslations: 5 },
    ])
  })

  test('contain the questions in the order of their ids', () => {
    expect(batches.flatMap((batch) => batch.questions.map(({ question }) => question.id))).toEqual(range(0, 249).map(idOf))
  })
})

test('an import without changes has no batches', () => {
  expect([...createBatches([], [], [], [])]).toEqual([])
})
