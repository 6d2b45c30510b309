import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { listExamRules, listSimulationRules, parseExamRules, examRuleNames, seatMinutesOf } from '#exam/exam-rules.ts'

const table = JSON.parse(readFileSync(new URL('../../content/exam-rules.json', import.meta.url), 'utf8')) as Record<string, unknown>[]
const read = parseExamRules(table)
if (!read.ok) throw new Error(read.problems.join('\n'))
const { rules } = read
const change = (values: Record<string, unknown>) => parseExamRules([{ ...table[0], ...values }])

describe('the table of exam rules', () => {
  test('has every rule for every level, except documentation and labs in fundamentals exams', () => {
    const names = (level: 'Fundamentals' | 'Associate' | 'Expert') => listExamRules(rules, level).map(({ rule }) => rule)
    expect(names('Associate')).toEqual(examRuleNames)
    expect(names('Expert')).toEqual(examRuleNames)
    expect(names('Fundamentals')).toEqual(examRuleNames.filter((name) => name !== 'documentation' && name !== 'labs'))
  })

  test('gives the times of each level', () => {
    const minutesOf = (level: 'Fundamentals' | 'Associate') =>
      listExamRules(rules, level).flatMap(({ rule, minutes }) => (minutes === undefined ? [] : [`${rule} ${minutes}`]))
    expect(minutesOf('Fundamentals')).toEqual(['duration 45', 'seat_time 65', 'language_time 30', 'break 5'])
    expect(minutesOf('Associate')).toEqual(['duration 100', 'seat_time 120', 'language_time 30', 'break 5'])
  })

  test('gives the time at the seat of an exam, also of one that is longer than others of its level', () => {
    expect(seatMinutesOf(rules, 'Fundamentals', 45)).toBe(65)
    expect(seatMinutesOf(rules, 'Associate', 100)).toBe(120)
    expect(seatMinutesOf(rules, 'Associate', 120)).toBe(140)
    expect(seatMinutesOf(rules, 'Associate', null)).toBeUndefined()
    expect(seatMinutesOf([], 'Associate', 100)).toBeUndefined()
  })

  test('names the rules that a simulation can follow', () => {
    expect(listSimulationRules(rules, 'Associate')).toEqual(['sections', 'series', 'break', 'documentation', 'unscored', 'language_time'])
    expect(listSimulationRules(rules, 'Fundamentals')).toEqual(['sections', 'series', 'break', 'unscored', 'language_time'])
    expect(
      listSimulationRules(
        rules.filter(({ rule }) => rule !== 'break'),
        'Associate',
      ),
    ).toEqual(['sections', 'series', 'documentation', 'unscored', 'language_time'])
  })
})

describe('reading a table of exam rules', () => {
  test('names a rule that is unknown, and those that are known', () => {
    const unknown = parseExamRules([...table.slice(0, 2), { ...table[2], rule: 'coffee' }])
    expect(unknown).toMatchObject({
      ok: false,
      problems: [expect.stringMatching(/^Rule 3 is unknown: “coffee”\. The known rules are duration, /)],
    })
  })

  test.each([
    [{ levels: ['Beginner'] }, 'needs levels'],
    [{ levels: [] }, 'needs levels'],
    [{ text: ' ' }, 'needs a text'],
    [{ address: 'http://example.com' }, 'needs a source'],
    [{ checkedOn: 'last week' }, 'needs checkedOn'],
    [{ certainty: 'sure' }, 'needs certainty'],
    [{ minutes: undefined }, 'needs minutes'],
    [{ minutes: 0 }, 'needs minutes'],
  ])('refuses %j', (values, problem) => {
    expect(change(values)).toMatchObject({ ok: false, problems: [expect.stringContaining(problem)] })
  })

  test('refuses other shapes and a rule that a level has twice', () => {
    expect(parseExamRules({})).toMatchObject({ ok: false })
    expect(parseExamRules([null])).toMatchObject({ ok: false, problems: ['Rule 1 is not an object.'] })
    expect(parseExamRules([table[0], table[0]])).toMatchObject({
      ok: false,
      problems: ['There are two rules “duration” for Fundamentals.'],
    })
  })
})
