import { dayMs } from '#exam/duration.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { appendMoves } from '#server/practice/append-moves.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { loader as loadProgress } from '#web/progress/api/progress.ts'
import { loader as loadReview } from '#web/review/api/review.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { askRoute, callRoute } from '#tests/site-routes.ts'
import { openCast, type Visitor } from '#tests/visitor.ts'

let services: TestServices
const question = aQuestion()

beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  await saveCertification(services.db, aCertification(), 0)
  await saveQuestions(services.db, [question])
})
afterEach(() => services.empty())

const review = { pattern: '/api/review/:certificationId', address: '/api/review/mb-800' }
const progress = { pattern: '/api/progress/:certificationId', address: '/api/progress/mb-800' }
const askReview = (visitor: Visitor, address = review.address) => askRoute(services, visitor, loadReview, { ...review, address })
const askProgress = (visitor: Visitor, address = progress.address) => askRoute(services, visitor, loadProgress, { ...progress, address })

/** An incorrect answer, revealed two days ago. */
async function answerWrong(visitor: Visitor): Promise<void> {
  const then = new Date(Date.now() - 2 * dayMs)
  const at = then.getTime()
  const userId = (await visitor.viewer())?.id ?? ''
  const entries = [
    { key: 'the-start', move: { type: 'start', at, certificationId: 'mb-800', set: 'all', questionIds: [question.id] } as const },
    { key: 'the-answer', move: { type: 'answer', at, questionId: question.id, answer: ['A'] } as const },
    { key: 'the-reveal', move: { type: 'reveal', at, questionId: question.id } as const },
  ]
  await appendMoves(services.db, { id: crypto.randomUUID(), owner: { userId }, base: 0, sentAt: at, entries }, then)
}

describe('the review and progress API', () => {
  test('requires a member and an existing certification', async () => {
    const { guest, camille } = await openCast(services)
    for (const ask of [askReview, askProgress]) expect(await ask(guest)).toMatchObject({ status: 401, data: { code: 'SIGNED_OUT' } })
    expect((await askReview(camille, '/api/review/zz-100')).status).toBe(404)
    expect((await askProgress(camille, '/api/progress/zz-100')).status).toBe(404)
  })

  test('returns the member’s own data', async () => {
    const { camille, ada } = await openCast(services)
    await answerWrong(camille)
    expect(await askReview(camille)).toMatchObject({
      status: 200,
      data: { questionIds: [question.id], dueCount: 1, leftToday: 20, nextDueOn: null },
    })
    expect(await askProgress(camille)).toMatchObject({ data: { questions: [{ id: question.id, isCorrect: false, isFlagged: false }] } })
    expect(await askReview(ada)).toMatchObject({ data: { questionIds: [], dueCount: 0 } })
    expect(await askProgress(ada)).toMatchObject({ data: { questions: [] } })
  })

  test('is not cached', async () => {
    const { camille } = await openCast(services)
    for (const [handler, asked] of [
      [loadReview, review],
      [loadProgress, progress],
    ] as const) {
      const answer = (await callRoute(services, camille, handler, asked)) as Response
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
    }
  })
})
