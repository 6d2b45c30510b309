import { describe, expect, test } from 'vitest'
import { isBlank, isPartial, letterOf, positionOf, parsePair, toggleLetter } from '#exam/question.ts'

describe('option letters', () => {
  test('start at A and convert back to positions', () => {
    expect([0, 1, 5].map(letterOf)).toEqual(['A', 'B', 'F'])
    expect(['A', 'F', 'a', 'AB', ''].map(positionOf)).toEqual([0, 5, -1, -1, -1])
  })

  test('are toggled in alphabetical order', () => {
    expect(toggleLetter(['C'], 'A')).toEqual(['A', 'C'])
    expect(toggleLetter(['A', 'C'], 'A')).toEqual(['C'])
  })
})

describe('a pair', () => {
  test('is two indexes around an equals sign', () => {
    expect(parsePair('0=12')).toEqual({ left: 0, right: 12 })
    for (const text of ['', '0', '0=', '=1', 'a=1', '0=1=2', '-1=0']) expect(parsePair(text)).toBeUndefined()
  })
})

describe('an answer', () => {
  test('is blank when every slot is empty', () => {
    for (const answer of [undefined, [], [''], ['', '']]) expect(isBlank(answer)).toBe(true)
    expect(isBlank(['', '2'])).toBe(false)
  })

  test('is partial with fewer entries than the answer key', () => {
    const key = ['2', '0', '1']
    expect(isPartial(['2', '', '1'], { answerKey: key })).toBe(true)
    expect(isPartial(['2', '1', '0'], { answerKey: key })).toBe(false)
    expect(isPartial([], { answerKey: key })).toBe(false)
    expect(isPartial(['A'], { answerKey: ['B'] })).toBe(false)
  })
})
