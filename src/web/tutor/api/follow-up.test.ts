import { beforeEach, describe, expect, test } from 'vitest'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import * as followUp from '#web/tutor/api/follow-up.ts'
import { aCertification } from '#tests/factories.ts'
import { askRoute, handlersOf } from '#tests/site-routes.ts'
import { openVisitor } from '#tests/visitor.ts'
import { asked, connected, other, prepareTutor } from '#web/tutor/api/tutor.test-setup.ts'

prepareTutor()

describe('a follow-up question', () => {
  beforeEach(async () => {
    await connected.empty()
    await saveCertification(connected.db, aCertification(), 0)
  })
  const get = async (query: string) =>
    (
      await askRoute(connected, openVisitor(connected), handlersOf(followUp).loader, {
        pattern: '/*',
        address: `/api/tutor/follow-up?${query}`,
      })
    ).data

  test('is a short question of the bank on the same topic', async () => {
    await saveQuestions(connected.db, [asked, other])
    expect(await get(`question=${asked.id}`)).toMatchObject({ question: { id: other.id, answer: 'B', options: other.options } })
    expect(await get(`question=${asked.id}&seen=${other.id}`)).toEqual({ question: null })
  })

  test.each([
    ['has a choice of this question as its answer', { answerKey: ['A'], options: ['Payment terms with a discount', 'Another thing'] }],
    ['is a draft', { state: 'draft' as const }],
    ['is long', { text: `<p>${'Long words. '.repeat(100)}</p>` }],
  ])('is none that %s', async (_, values) => {
    await saveQuestions(connected.db, [asked, { ...other, ...values }])
    expect(await get(`question=${asked.id}`)).toEqual({ question: null })
  })

  test('is none for an unknown question', async () => {
    expect(await get('question=1')).toEqual({ question: null })
  })
})
