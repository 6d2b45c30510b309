import { describe, expect, test } from 'vitest'
import { showQuestion } from '#exam/option-order.ts'
import { drawPaper, seedOfPaper } from '#exam/paper/paper.ts'
import { nextDraw, parsePaperLanguage, parsePaperRequest } from '#exam/paper/paper-request.ts'
import { aQuestion } from '#tests/factories.ts'

const parse = (query: string) => parsePaperRequest(new URLSearchParams(query))

describe('the query of a paper', () => {
  test('describes a draw or chosen questions', () => {
    expect(parse('')).toEqual({ kind: 'drawn', count: 20, area: undefined, draw: 1 })
    expect(parse('count=50&area=&draw=3')).toEqual({ kind: 'drawn', count: 50, area: undefined, draw: 3 })
    expect(parse('area=2')).toMatchObject({ area: 2 })
    expect(parse('questions=4,17,4')).toEqual({ kind: 'chosen', numbers: [4, 17] })
  })

  test.each([
    'count=1000',
    'count=x',
    'area=x',
    'area=0',
    'draw=0',
    'draw=1000',
    'questions=',
    'questions=1,x',
    'questions=-1',
    'questions=1e3',
  ])('is refused: %s', (query) => expect(parse(query)).toBeUndefined())

  test('lists at most 100 questions', () => {
    const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1).join(',')
    expect(parse(`questions=${numbers(100)}`)).toMatchObject({ kind: 'chosen' })
    expect(parse(`questions=${numbers(101)}`)).toBeUndefined()
  })

  test('of the next draw has the same count and area, and starts over after the last draw', () => {
    expect(nextDraw({ kind: 'drawn', count: 10, area: 2, draw: 1 })).toBe('count=10&area=2&draw=2')
    expect(nextDraw({ kind: 'drawn', count: 10, area: undefined, draw: 999 })).toBe('count=10&draw=1')
    expect(nextDraw({ kind: 'drawn', count: 10, area: undefined, draw: 1 }, 'fr')).toBe('count=10&draw=2&language=fr')
    const languageOf = (query: string) => parsePaperLanguage(new URLSearchParams(query))
    expect([languageOf('language=both'), languageOf('language=de'), languageOf('')]).toEqual(['both', 'en', 'en'])
  })
})

describe('a paper', () => {
  const areas = [
    { name: 'Sales', weightMin: 70, weightMax: 80 },
    { name: 'Stock', weightMin: 20, weightMax: 30 },
  ]
  const bank = Array.from({ length: 60 }, (_, i) =>
    aQuestion({ id: `q${i}`, skillArea: i % 2 ? 'Stock' : 'Sales', caseStudyId: i === 3 || i === 9 ? 'case' : null }),
  )
  const idsOf = (query: string) => {
    const request = parse(query)
    if (!request) throw new Error(`refused: ${query}`)
    return drawPaper(bank, areas, request).map(({ id }) => id)
  }

  test('is drawn by weight: the same for the same query, a different one for the next draw', () => {
    const ids = idsOf('count=20')
    expect(ids.filter((id) => Number(id.slice(1)) % 2 === 0)).toHaveLength(15)
    expect(idsOf('count=20')).toEqual(ids)
    expect(idsOf('count=20&draw=2')).not.toEqual(ids)
  })

  test('of one area has only its questions, all of them if there are fewer', () => {
    const ids = idsOf('count=50&area=2')
    expect(ids).toHaveLength(30)
    expect(ids.every((id) => Number(id.slice(1)) % 2 === 1)).toBe(true)
  })

  test('of an unknown area is empty', () => expect(idsOf('area=3')).toEqual([]))

  test('of chosen questions is in their order with case studies together, and leaves out missing questions', () => {
    expect(idsOf('questions=10,61,1,4')).toEqual(['q9', 'q3', 'q0'])
  })

  test('has an answer key that matches its shuffled choices', () => {
    const options = ['Ledger', 'Journal', 'Posting group', 'Dimension']
    const question = aQuestion({ type: 'single_choice', options, answerKey: ['C'], skillArea: 'Sales' })
    const orders = [1, 2, 3, 4, 5].map((draw) => {
      const shown = showQuestion(question, seedOfPaper({ kind: 'drawn', count: 10, area: undefined, draw }))
      expect(shown.options[(shown.answerKey[0] ?? '').charCodeAt(0) - 65]).toBe('Posting group')
      return shown.options.join()
    })
    expect(new Set(orders).size).toBeGreaterThan(1)
    expect(seedOfPaper({ kind: 'chosen', numbers: [1] })).toBeUndefined()
  })
})
