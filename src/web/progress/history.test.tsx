import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { renderToStaticMarkup } from 'react-dom/server'
import { RouterContextProvider, createRoutesStub, redirect } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { start } from '#exam/attempt.ts'
import type { Move } from '#exam/moves.ts'
import { readViewer } from '#server/accounts/viewer.ts'
import { insertAttempt } from '#server/practice/store.ts'
import { appendMoves } from '#server/practice/append-moves.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { changeCertification } from '#server/bank/certification-editing.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { changeQuestions } from '#server/bank/question-changes.ts'
import { changeQuestion } from '#server/bank/question-editing.ts'
import { findStoredQuestion } from '#server/bank/question-history.ts'
import { AuthProvider } from '#web/accounts/auth-provider.tsx'
import { servicesContext, viewerContext } from '#web/context.ts'
import { openPageJournal } from '#web/sync/journal.ts'
import { importAttempt } from '#web/sync/planning/device-attempts.ts'
import AttemptPage, {
  action as deleteAttempt,
  clientAction as deleteAttemptHere,
  loader as readAttempt,
} from '#web/progress/attempt-page.tsx'
import { action as startOver, clientAction as startOverHere, loader as readProgress } from '#web/progress/certification-progress.tsx'
import { loader as readHistory } from '#web/progress/history.tsx'
import { results } from '#web/text/en/results.ts'
import { progress } from '#web/text/en/progress.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { countRows, openTestServices, type TestServices } from '#tests/services.ts'
import { openVisitor, signUp, type Visitor } from '#tests/visitor.ts'

let services: TestServices
let camille: Visitor
let userId: string
const question = aQuestion({ id: '01a20000-0000-7000-8000-0000000000a1' })
const other = aQuestion({ id: '01a20000-0000-7000-8000-0000000000a2', createdAt: '2026-11-20T09:00:00.000Z' })
const id = '01a20000-0000-7000-8000-000000000001'
const questionIds = [question.id, other.id]
const sentAt = Date.now()

beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  await saveCertification(services.db, aCertification(), 0)
  await saveQuestions(services.db, [question, other])
  camille = openVisitor(services)
  await signUp(camille, 'camille@example.com')
  userId = (await camille.viewer())?.id ?? ''
})
afterEach(() => services.empty())

const begin: Move = { type: 'start', at: sentAt, certificationId: 'mb-800', set: 'all', questionIds }
const answerAll = questionIds.map((questionId): Move => ({ type: 'answer', at: sentAt, questionId, answer: ['C'] }))
const reveal: Move = { type: 'reveal', at: sentAt, questionId: question.id }
const finish: Move = { type: 'finish', at: sentAt }

async function practice(moves: readonly Move[], base = 0): Promise<void> {
  const entries = moves.map((move, i) => ({ key: `move-${base + i}-of-camille`, move }))
  expect(await appendMoves(services.db, { id, owner: { userId }, base, sentAt, entries }, new Date(sentAt))).toMatchObject({ ok: true })
}

type Asked = { visitor?: Visitor; attemptId?: string; certificationId?: string; search?: string }
type Answer = { status: number; to: string | null; data: Record<string, unknown> }

async function ask(route: (args: never) => unknown, { visitor = camille, search = '', ...params }: Asked = {}): Promise<Answer> {
  const request = visitor.request(`/profile/history${search}`)
  const context = new RouterContextProvider()
  context.set(servicesContext, services)
  context.set(viewerContext, () => readViewer(services.accounts.auth, services.db, request, new Date()))
  const given: unknown = await Promise.resolve()
    .then(() =>
      route({ request, context, url: new URL(request.url), params: { attemptId: id, certificationId: 'mb-800', ...params } } as never),
    )
    .catch((thrown: unknown) => thrown)
  if (given instanceof Response) return { status: given.status, to: given.headers.get('Location'), data: {} }
  if (given instanceof Error) throw given
  const { init } = given as { init?: { status?: number } | null }
  return { status: init?.status ?? 200, to: null, data: given as Record<string, unknown> }
}

function render(Component: unknown, loaderData: Record<string, unknown>): string {
  const Page = Component as React.ComponentType<{ loaderData: unknown }>
  const Frame = () => (
    <AuthProvider>
      <Page loaderData={loaderData} />
    </AuthProvider>
  )
  const Stub = createRoutesStub([{ path: '/', Component: Frame }])
  return renderToStaticMarkup(<Stub initialEntries={['/']} />)
}

const idsOf = ({ data }: Answer) => (data['questions'] as { id: string }[]).map((one) => one.id)

describe('pages about practice', () => {
  test.each([
    ['the history', readHistory],
    ['an attempt', readAttempt],
    ['deleting it', deleteAttempt],
    ['progress', readProgress],
    ['starting over', startOver],
  ])('ask a guest to sign in: %s', async (_, route) => {
    await practice([begin])
    expect((await ask(route, { visitor: openVisitor(services) })).to).toMatch(/^\/login\?to=/)
    expect(await countRows(services, 'attempts')).toBe(1)
  })

  test('hide the attempts of other members as if they did not exist', async () => {
    await practice([begin, ...answerAll, finish])
    const noor = openVisitor(services)
    await signUp(noor, 'noor@example.com')
    expect((await ask(readHistory, { visitor: noor })).data).toMatchObject({ attempts: [], next: null })
    for (const attemptId of [id, '01a20000-0000-7000-8000-0000000000ff', 'no-uuid']) {
      expect((await ask(readAttempt, { visitor: noor, attemptId })).status).toBe(404)
      expect((await ask(deleteAttempt, { visitor: noor, attemptId })).status).toBe(404)
    }
    await ask(startOver, { visitor: noor })
    expect((await ask(readHistory)).data).toMatchObject({ attempts: [{ id, correct: 2, total: 2 }] })
  })

  test('return 404 for the progress of an unknown certification', async () => {
    expect((await ask(readProgress, { certificationId: 'zz-100' })).status).toBe(404)
  })
})

describe('the page of an attempt', () => {
  test('shows the questions as they were when the attempt started', async () => {
    await practice([begin, ...answerAll, finish])
    const stored = await findStoredQuestion(services.db, question.id)
    await changeQuestion(services.db, null, question.id, { ...stored, text: '<p>Another text.</p>' }, undefined, new Date())
    const answer = await ask(readAttempt)
    expect(answer.data).toMatchObject({
      questions: [{ id: question.id, text: question.text }, { id: other.id }],
      certification: { id: 'mb-800' },
    })
  })

  test('offers to practice only the mistakes that are still in the bank', async () => {
    const wrong = answerAll.map((move) => ({ ...move, answer: ['A'] }))
    await practice([begin, ...wrong, finish])
    expect(render(AttemptPage, (await ask(readAttempt)).data)).toContain(results.fixMistakes(2))
    await changeQuestions(services.db, null, [question.id], { type: 'delete' }, new Date())
    expect(render(AttemptPage, (await ask(readAttempt)).data)).toContain(results.fixMistakes(1))
    await changeQuestions(services.db, null, [other.id], { type: 'withdraw' }, new Date())
    expect(render(AttemptPage, (await ask(readAttempt)).data)).not.toMatch(/Practice \d/)
  })

  // Regression: after a rename, the page showed the area as not included, or showed the name of another area.
  test('shows the skill areas with their original names', async () => {
    await practice([{ ...begin, set: 'area-2' }, ...answerAll, finish])
    const before = aCertification().skillAreas
    const [, was] = before
    const areas = before.map(({ name, weightMin, weightMax, skills }, i) => ({
      was: name,
      name: i === 1 ? 'Another name' : name,
      weight_min: weightMin,
      weight_max: weightMax,
      skills,
    }))
    expect(await changeCertification(services.db, null, 'mb-800', { skill_areas: areas }, undefined, new Date())).toMatchObject({
      ok: true,
    })
    const { data } = await ask(readAttempt)
    expect(data).toMatchObject({ area: was?.name })
    expect((await ask(readHistory)).data).toMatchObject({ attempts: [{ set: 'area-2', area: was?.name }] })
    const html = render(AttemptPage, data)
    expect(html).toContain(was?.name)
    expect(html).not.toContain('Another name')
    expect(html).not.toContain(results.noQuestions)
  })

  test('shows only revealed questions before the attempt is finished', async () => {
    await practice([begin, ...answerAll])
    expect(idsOf(await ask(readAttempt))).toEqual([])
    await practice([reveal], 3)
    expect(idsOf(await ask(readAttempt))).toEqual([question.id])
  })

  test('shows no question of a simulation before it is submitted', async () => {
    const attempt = start('mb-800', 'simulation', questionIds, sentAt)
    const pinned = questionIds.map((one) => ({ id: one, version: 1 }))
    const simulation = { terms: { seed: 'seed', minutes: 60, extraTime: 1 }, deadlineAt: new Date(sentAt + 60 * 60_000) }
    await insertAttempt(services.db, { id, owner: { userId }, pinned, attempt, simulation }, new Date(sentAt))
    await practice(answerAll)
    const sealed = await ask(readAttempt)
    expect(idsOf(sealed)).toEqual([])
    for (const word of [question.explanation, question.text, question.reference]) expect(JSON.stringify(sealed.data)).not.toContain(word)
    await practice([finish], 2)
    expect(idsOf(await ask(readAttempt))).toEqual(questionIds)
  })

  // Regression: a simulation in progress was shown as replaced by a later one, while its time was running.
  test('offers to continue the simulation in progress, even if another one started later', async () => {
    for (const [i, attemptId] of [id, id.replace(/1$/, '2')].entries()) {
      const attempt = start('mb-800', 'simulation', questionIds, sentAt + i * 1000)
      const pinned = questionIds.map((one) => ({ id: one, version: 1 }))
      const simulation = { terms: { seed: 'seed', minutes: 60, extraTime: 1 }, deadlineAt: new Date(sentAt + 60 * 60_000) }
      await insertAttempt(services.db, { id: attemptId, owner: { userId }, pinned, attempt, simulation }, new Date(sentAt))
    }
    const beside = await ask(readAttempt)
    expect(beside.data).toMatchObject({ isLatest: false })
    expect(render(AttemptPage, beside.data)).toContain(progress.otherInProgress)
    expect((await ask(readHistory)).data).toMatchObject({ attempts: [{ isLatest: true }, { isLatest: true }] })
    await services.db
      .updateTable('attempts')
      .set({ finished_at: new Date(sentAt) })
      .where('id', '!=', id)
      .execute()
    const again = await ask(readAttempt)
    expect(again.data).toMatchObject({ isLatest: true })
    expect(render(AttemptPage, again.data)).toContain('href="/exam/mb-800/simulation"')
  })
})

describe('deleting', () => {
  test('removes one attempt', async () => {
    await practice([begin, ...answerAll, finish])
    expect((await ask(deleteAttempt)).to).toBe('/profile/history?done=attempt-deleted')
    expect((await ask(readHistory)).data).toMatchObject({ attempts: [] })
    expect((await ask(deleteAttempt)).status).toBe(404)
  })

  test('starts over with a certification', async () => {
    await practice([begin, ...answerAll, finish])
    expect((await ask(readProgress)).data).toMatchObject({ attemptCount: 1, attempts: [{ percent: 100 }] })
    expect((await ask(startOver)).to).toBe('/profile/history?done=practice-deleted')
    expect((await ask(readProgress)).data).toMatchObject({ attemptCount: 0, attempts: [] })
  })

  // Regression: every redirect counted as a deletion, even the one to the sign-in page, and unsent answers were lost.
  test.each([
    ['an attempt', deleteAttempt, deleteAttemptHere],
    ['all practice', startOver, startOverHere],
  ])('removes %s from this device, unless the session has ended', async (_, action, clientAction) => {
    vi.stubGlobal('indexedDB', new IDBFactory())
    vi.stubGlobal('localStorage', { getItem: () => JSON.stringify({ id: userId }) })
    const { journal } = await openPageJournal(userId)
    await practice([begin])
    await importAttempt(journal, { id, startedAt: sentAt, entries: [{ key: 'move-0-of-camille', move: begin }] }, false)
    const deleteAs = (visitor: Visitor) => {
      const serverAction = async () => {
        const { to } = await ask(action, { visitor })
        throw redirect(to ?? '')
      }
      return ask((given: object) => clientAction({ ...given, serverAction } as never))
    }
    const countHere = () => journal.transact('readonly', async (stores) => (await stores.listRows()).length)

    expect((await deleteAs(openVisitor(services))).to).toMatch(/^\/login\?to=/)
    expect(await countHere()).toBe(1)
    expect((await deleteAs(camille)).to).toMatch(/^\/profile\/history\?done=/)
    expect(await countHere()).toBe(0)
    vi.unstubAllGlobals()
  })
})
