/** Pages of release 0.1.0 keep working: these are the names that its scripts read. */
import { describe, expect, test } from 'vitest'
import { start } from '#exam/attempt.ts'
import type { SimulationSheetResponse } from '#exam/contract.ts'
import { sealQuestion } from '#exam/planning/simulation.ts'
import { aQuestion } from '#tests/factories.ts'
import { renameFields } from '#web/http/json-body.ts'
import {
  earlierRequestNames,
  withEarlierKnowledgeNames,
  withEarlierSettingsNames,
  withEarlierSheetNames,
  withEarlierSimulationNames,
} from '#web/http/previous-release.ts'

const question = aQuestion()
const sheet: SimulationSheetResponse = {
  id: 'a1',
  certification: { id: 'mb-800', name: 'Business Central', family: 'ERP', skillAreas: [] },
  minutes: 100,
  extraTime: 1.25,
  deadlineAt: 9_000,
  now: 1_000,
  attempt: start('mb-800', 'simulation', [question.id], 1_000),
  next: 1,
  caseStudies: [],
  finished: true,
  questions: [question],
  removedQuestionIds: ['q2'],
}

describe('the sheet of a simulation for a page of the previous release', () => {
  test('has the attempt, deadline, extra time, removed questions and answer keys under their earlier names', () => {
    expect(withEarlierSheetNames(sheet)).toMatchObject({
      run: sheet.attempt,
      deadline_at: 9_000,
      extra_time: 1.25,
      gone: ['q2'],
      questions: [{ id: question.id, key: question.answerKey }],
    })
  })

  test('contains no answer key while it is sealed', () => {
    const { removedQuestionIds: _, ...rest } = sheet
    const sealed: SimulationSheetResponse = { ...rest, finished: false, questions: [sealQuestion(question, 'seed')] }
    const text = JSON.stringify(withEarlierSheetNames(sealed).questions)
    expect(text).not.toMatch(/"(?:key|answerKey|explanation|reference)"/)
  })
})

test('settings and knowledge have their earlier names too', () => {
  const settings = { extraTime: 1.5, dailyQuestions: 30, timeZone: 'UTC' } as const
  expect(withEarlierSettingsNames(settings)).toMatchObject({ extra_time: 1.5, daily_questions: 30, time_zone: 'UTC' })
  const known = { id: 'q1', isCorrect: true, answeredAt: 5, isGuess: false, isFlagged: false, flaggedAt: 0 }
  expect(withEarlierKnowledgeNames([known])).toEqual([{ ...known, settledAt: 5 }])
})

test('the latest simulation has its extra time under the earlier name too', () => {
  expect(withEarlierSimulationNames({ simulation: null, scores: [], extraTime: 1.5 })).toMatchObject({ extra_time: 1.5 })
})

test('requests may use the earlier names of their fields', () => {
  const body = { base: 1, sent_at: 5, certification_id: 'mb-800', extra_time: 1.5 }
  expect(renameFields(body, earlierRequestNames)).toEqual({ base: 1, sentAt: 5, certificationId: 'mb-800', extraTime: 1.5 })
})
