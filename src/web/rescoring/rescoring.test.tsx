import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Move } from '#exam/moves.ts'
import type { EarlierResult } from '#exam/results/correction.ts'
import { changeQuestion } from '#server/bank/question-editing.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { appendMoves } from '#server/practice/append-moves.ts'
import type { RescorePreviewData } from '#server/rescoring/index.ts'
import { openRescoreQueue } from '#server/rescoring/queue.ts'
import { startRescore } from '#server/rescoring/rescore.ts'
import { loader as loadAttempt } from '#web/progress/attempt-page.tsx'
import { action, loader } from '#web/rescoring/api/correction-notices.ts'
import { EarlierResults } from '#web/rescoring/earlier-results.tsx'
import { RescorePreview } from '#web/rescoring/rescore-preview.tsx'
import { RescoreProgress } from '#web/rescoring/rescore-progress.tsx'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { askRoute } from '#tests/site-routes.ts'
import { openCast, type Visitor } from '#tests/visitor.ts'

function render(content: React.ReactNode): string {
  const Page = createRoutesStub([{ path: '/', Component: () => content }])
  return renderToStaticMarkup(<Page />)
}

describe('the preview', () => {
  const preview: RescorePreviewData = {
    attempts: 1200,
    members: 800,
    toCorrect: 700,
    toIncorrect: 0,
    changedMembers: 650,
    scores: [
      { points: 0, attempts: 1 },
      { points: 2, attempts: 699 },
    ],
    simulations: { gained: 12, lost: 0 },
    practice: { gained: 30, lost: 0 },
    cards: 650,
    progress: 640,
    kept: [{ version: 2, reason: 'options', attempts: 40 }],
  }

  test('says whose results change and by how much, and which stay', () => {
    const html = render(<RescorePreview preview={preview} />)
    expect(html).toContain('1,200 attempts by 800 members will be graded again. Grades change for 650 members')
    expect(html).toMatch(/Simulations that reach the passing score<\/td><td class="figure">12</)
    expect(html).toMatch(/Less than half a point<\/td><td class="figure">1</)
    expect(html).toMatch(/\+2<\/td><td class="figure">699</)
    expect(html).toContain('40 attempts with version 2: its options are different, so the answers can’t be compared.')
  })

  test('says that nothing changes', () => {
    const none = { ...preview, toCorrect: 0, changedMembers: 0, scores: [], kept: [] }
    expect(render(<RescorePreview preview={none} />)).toContain('No results change.')
    expect(render(<RescorePreview preview={{ ...none, attempts: 0 }} />)).toContain('No member has answered')
  })
})

test('the progress shows how far the job is, and then what has changed', () => {
  const effect = { attempts: 3, members: 3, changedMembers: 1, toCorrect: 1, toIncorrect: 0, scores: [] }
  const crossings = { simulations: { gained: 0, lost: 0 }, practice: { gained: 0, lost: 0 } }
  const progress = { done: 3, total: 12, startedAt: new Date(), finishedAt: null, effect: { ...effect, ...crossings }, noticed: 1 }
  expect(render(<RescoreProgress progress={{ ...progress, state: 'running' }} />)).toMatch(/value="3" max="12".*3 of 12 attempts/)
  expect(render(<RescoreProgress progress={{ ...progress, state: 'running' }} />)).not.toContain('Answers that become correct')
  const finished = render(<RescoreProgress progress={{ ...progress, state: 'finished' }} />)
  expect(finished).toContain('Done: 3 attempts graded again, 1 member notified.')
  expect(finished).not.toContain('<progress')
  expect(finished).toMatch(/Answers that become correct<\/td><td class="figure">1</)
  expect(finished).not.toContain('Review cards')
})

describe('an earlier result', () => {
  const earlier: EarlierResult = {
    challengeId: '01a20000-0000-7000-8000-0000000000c1',
    correctedOn: '2026-11-24',
    publicReason: 'The page <b>says</b> so.',
    wasCorrect: false,
    isCorrect: true,
    correctBefore: 41,
    correctAfter: 42,
    total: 50,
    question: aQuestion({ explanation: '<p>Terms hold it.</p>' }),
    answer: ['B'],
  }

  test('shows the result, the reason, and the question with its key and explanation at the time', () => {
    const html = render(<EarlierResults results={[earlier]} />)
    expect(html).toContain('Result before the correction of November 24, 2026: 41 of 50')
    expect(html).toContain('now counts as correct')
    expect(html).toContain('The page &lt;b&gt;says&lt;/b&gt; so.')
    expect(html).toContain('Terms hold it.')
    expect(html).toMatch(/data-verdict="right"[^]*Payment terms with a discount/)
  })

  test('without a result says that the key was corrected', () => {
    const open = { ...earlier, isCorrect: false, correctBefore: null, correctAfter: null, total: null }
    const html = render(<EarlierResults results={[open]} />)
    expect(html).toContain('An answer key was corrected on November 24, 2026')
    expect(html).toContain('Your answer counts as before.')
    expect(render(<EarlierResults results={[]} />)).toBe('')
  })
})

describe('a correction on the site', () => {
  let services: TestServices
  const question = aQuestion()
  const challengeId = '01a20000-0000-7000-8000-0000000000c1'
  const attemptId = '01a20000-0000-7000-8000-000000000001'
  const address = '/api/correction-notices'

  beforeAll(async () => {
    services = await openTestServices()
  })
  afterAll(() => services.close())
  beforeEach(async () => {
    await saveCertification(services.db, aCertification(), 0)
    await saveQuestions(services.db, [question])
  })
  afterEach(() => services.empty())

  const askNotices = (visitor: Visitor) => askRoute(services, visitor, loader, { pattern: address, address })
  const dismiss = (visitor: Visitor, id: string) =>
    askRoute(services, visitor, action, { pattern: address, address, init: { method: 'POST', body: new URLSearchParams({ dismiss: id }) } })

  /** The queue without pg-boss: jobs run when the test says so. */
  async function openQueue() {
    const added: { challengeId: string }[] = []
    let work: (job: { challengeId: string }) => Promise<void> = () => Promise.reject(new Error('There is no queue'))
    const addQueue = async (_: string, worker: (data: never) => Promise<void>) => {
      work = worker as typeof work
      return async (data: object) => void added.push(data as { challengeId: string })
    }
    const { origin, unsubscribeTokens: tokens, jobs } = services
    const queue = await openRescoreQueue(services.db, { addQueue, sendMail: jobs.sendMail }, { origin, tokens })
    return { ...queue, added, runNext: () => work(added.shift() ?? expect.fail('There is no job')) }
  }

  /** Camille answers B, and B becomes the answer key. */
  async function answerAndCorrect(camille: Visitor, jobs: Awaited<ReturnType<typeof openQueue>>['jobs']) {
    const now = new Date()
    const at = now.getTime() - 60_000
    const userId = (await camille.viewer())?.id ?? ''
    const moves: Move[] = [
      { type: 'start', at, certificationId: 'mb-800', set: 'all', questionIds: [question.id] },
      { type: 'answer', at, questionId: question.id, answer: ['B'] },
      { type: 'finish', at },
    ]
    const entries = moves.map((move, i) => ({ key: `move-${i}`, move }))
    await appendMoves(services.db, { id: attemptId, owner: { userId }, base: 0, sentAt: now.getTime(), entries }, now)
    const changed = await changeQuestion(services.db, null, question.id, { correct_answer: ['B'] }, undefined, now)
    const toVersion = changed.ok ? changed.record.version : 0
    const request = { challengeId, questionId: question.id, toVersion, actorId: userId, publicReason: 'The page says so.' }
    expect(await startRescore(services.db, jobs, request, now)).toEqual({ ok: true })
  }

  test('reaches the member through the queue, as a notice that can be dismissed', async () => {
    const { camille, ada, guest } = await openCast(services)
    const queue = await openQueue()
    await answerAndCorrect(camille, queue.jobs)
    expect(await askNotices(camille)).toMatchObject({ status: 200, data: [] })
    await queue.runNext()
    expect(queue.added).toEqual([])
    expect(await askNotices(guest)).toMatchObject({ status: 200, data: [] })
    expect(await askNotices(ada)).toMatchObject({ data: [] })
    expect(await askNotices(camille)).toMatchObject({ data: [{ challengeId, certificationId: 'mb-800', attempts: 1, attemptId }] })
    expect(await dismiss(guest, challengeId)).toMatchObject({ status: 401 })
    expect(await dismiss(ada, challengeId)).toMatchObject({ status: 200, data: [] })
    expect(await dismiss(camille, 'no id')).toMatchObject({ status: 200, data: [{ challengeId }] })
    expect(await dismiss(camille, challengeId)).toMatchObject({ status: 200, data: [] })
    expect(await askNotices(camille)).toMatchObject({ data: [] })
  })

  test('leaves a stopped job to the next process, which continues it at its start', async () => {
    const { camille } = await openCast(services)
    const queue = await openQueue()
    await answerAndCorrect(camille, queue.jobs)
    queue.stop()
    await queue.runNext()
    expect(queue.added).toEqual([])
    expect(await askNotices(camille)).toMatchObject({ data: [] })
    const next = await openQueue()
    expect(next.added).toEqual([{ challengeId }])
    await next.runNext()
    expect(await askNotices(camille)).toMatchObject({ data: [{ attemptId }] })
    expect((await openQueue()).added).toEqual([])
  })

  test('is on the page of the attempt', async () => {
    const { camille } = await openCast(services)
    const queue = await openQueue()
    await answerAndCorrect(camille, queue.jobs)
    await queue.runNext()
    const page = { pattern: '/profile/history/:attemptId', address: `/profile/history/${attemptId}` }
    expect(await askRoute(services, camille, loadAttempt, page)).toMatchObject({
      data: {
        questions: [{ answerKey: ['B'] }],
        earlierResults: [{ correctBefore: 0, correctAfter: 1, total: 1, question: { answerKey: ['C'] }, answer: ['B'] }],
      },
    })
  })
})
