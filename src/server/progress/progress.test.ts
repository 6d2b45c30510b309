import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isCorrect } from '#exam/grading.ts'
import type { JournalEntry, Move, QuestionSet } from '#exam/attempt.ts'
import { activeMs } from '#exam/study-time.ts'
import { appendMoves } from '#server/practice/append-moves.ts'
import { findCertification, saveCertification } from '#server/catalogue/certifications.ts'
import { readCertificationProgress, readProgressOverview } from '#server/progress/progress.ts'
import { saveQuestions } from '#server/bank/questions.ts'
import { changeQuestions } from '#server/bank/question-changes.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { addMembers, openTestDatabase } from '#tests/services.ts'
import type { TestDatabase } from '#tests/services.ts'

let database: TestDatabase
const now = new Date('2026-11-22T12:00:00Z')
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const areas = ['Set up Business Central', 'Configure financials']
const uuid = (number: number) => `01a20000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
const createdAt = (number: number) => new Date(Date.parse('2026-11-20T08:00:00Z') + number * 1000).toISOString()
const questionsOf = (examId: string, first: number) =>
  Array.from({ length: 12 }, (_, i) =>
    aQuestion({
      id: uuid(first + i),
      examId,
      skillArea: areas[i % 2] ?? '',
      skill: i % 2 ? 'Payment terms and payment methods' : 'Number series',
      createdAt: createdAt(first + i),
    }),
  )
const finance = questionsOf('mb-800', 100)
const power = questionsOf('pl-900', 200)

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await saveCertification(database.db, aCertification(), 0)
  await saveCertification(database.db, aCertification({ id: 'pl-900', name: 'Power Platform Fundamentals', family: 'Power Platform' }), 1)
  await saveQuestions(database.db, [...finance, ...power])
  await addMembers(database.db, ['camille', 'noor'], now)
})
afterEach(() => database.empty())

let attempts = 0
/** A run as somebody makes it, kept by the server: one move after the other, `everyMs` apart. */
async function practise(userId: string, moves: readonly Move[]): Promise<string> {
  const id = uuid(0x10000 + ++attempts)
  const entries = moves.map((move, i): JournalEntry => ({ key: `move-${attempts}-${i}`, move }))
  const kept = await appendMoves(database.db, { id, owner: { userId }, base: 0, sentAt: now.getTime(), entries }, now)
  expect(kept).toMatchObject({ ok: true, next: moves.length })
  return id
}

type Given = {
  questions: typeof finance
  startedAt: number
  everyMs?: number
  rights: readonly boolean[]
  ends?: boolean
  set?: QuestionSet
}

/** Answers one question after the other, and reveals each unless the run is finished. */
function journal({ questions, startedAt, everyMs = minuteMs, rights, ends = true, set = 'all' }: Given): Move[] {
  const [first] = questions
  let at = startedAt
  const next = () => (at += everyMs)
  const start: Move = {
    type: 'start',
    at,
    certificationId: first?.examId ?? '',
    set,
    questionIds: questions.map(({ id }) => id),
  }
  const answered = rights.flatMap((isRight, i): Move[] => {
    const questionId = questions[i]?.id ?? ''
    const answer: Move = { type: 'answer', at: next(), questionId, answer: [isRight ? 'C' : 'A'] }
    return ends ? [answer] : [answer, { type: 'reveal', at: next(), questionId }]
  })
  return ends ? [start, ...answered, { type: 'finish', at: next() }] : [start, ...answered]
}

const overview = () => readProgressOverview(database.db, 'camille', now)
const progressOf = async (id: string) => {
  const entry = await findCertification(database.db, id)
  if (!entry) throw new Error(`There is no ${id}`)
  return readCertificationProgress(database.db, 'camille', entry)
}

describe('a member who has not practised', () => {
  test('has nothing, on every day of twelve weeks', async () => {
    const { totals: figures, activity, certifications } = await overview()
    expect(figures).toEqual({ certifications: 0, finishedAttempts: 0, activeMs: 0, since: null })
    expect(activity).toHaveLength(84)
    expect(activity.every(({ activeMs: ms, answers }) => ms === 0 && answers === 0)).toBe(true)
    expect(certifications).toEqual([])
    expect(await progressOf('mb-800')).toMatchObject({ runs: [], attempts: 0, trend: { latest: { total: 0 }, before: { total: 0 } } })
  })
})

describe('the counters', () => {
  /** Always the same, and with everything that happens: pauses, two runs at once, runs not finished, days without. */
  function aQuarterOfPractice(): Move[][] {
    let seed = 7
    const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
    return Array.from({ length: 25 }, () => {
      const questions = random() < 0.7 ? finance : power
      const startedAt = now.getTime() - Math.floor(random() * 88 * dayMs) - dayMs
      const rights = Array.from({ length: 1 + Math.floor(random() * 12) }, () => random() < 0.6)
      return journal({ questions, startedAt, everyMs: Math.floor(random() * 8 * minuteMs), rights, ends: random() < 0.5 })
    })
  }

  test('are what the journals say, counted another way', async () => {
    const journals = aQuarterOfPractice()
    for (const moves of journals) await practise('camille', moves)
    await practise('noor', journal({ questions: power, startedAt: now.getTime() - dayMs, rights: [true] }))
    await database.db.insertInto('user_profiles').values({ id: 'camille', time_zone: 'Pacific/Auckland' }).execute()

    const { totals: figures, activity, certifications } = await overview()
    expect(figures).toEqual({
      certifications: 2,
      finishedAttempts: journals.filter((moves) => moves.at(-1)?.type === 'finish').length,
      activeMs: activeMs(journals),
      since: new Date(Math.min(...journals.map(([start]) => start?.at ?? Infinity))),
    })
    expect(figures.activeMs).toBeGreaterThan(0)

    const dayOf = (at: number) => new Date(at).toLocaleDateString('sv-SE', { timeZone: 'Pacific/Auckland' })
    const settledDays = journals.flatMap((moves) => {
      const end = moves.at(-1)
      if (end?.type === 'finish') return moves.filter(({ type }) => type === 'answer').map(() => dayOf(end.at))
      return moves.filter(({ type }) => type === 'reveal').map(({ at }) => dayOf(at))
    })
    const times = journals
      .flat()
      .map(({ at }) => at)
      .toSorted((a, b) => a - b)
    const spent = times.map((at, i) => ({ day: dayOf(at), gap: at - (times[i - 1] ?? at) })).filter(({ gap }) => gap <= 5 * minuteMs)
    expect(activity.at(-1)?.day).toBe('2026-11-23')
    for (const { day, activeMs: ms, answers } of activity) {
      expect([day, answers]).toEqual([day, settledDays.filter((one) => one === day).length])
      expect([day, ms]).toEqual([day, spent.filter((one) => one.day === day).reduce((sum, { gap }) => sum + gap, 0)])
    }
    expect(activity.some(({ answers }) => answers > 0)).toBe(true)

    for (const { id, areas: shown } of certifications) {
      const own = journals.filter(([start]) => start?.type === 'start' && start.certificationId === id)
      const settled = own
        .flatMap((moves) => {
          const end = moves.at(-1)
          return moves.flatMap((move) => {
            if (move.type !== 'answer') return []
            const reveal = moves.find((other) => other.type === 'reveal' && other.questionId === move.questionId)
            return [{ ...move, at: reveal?.at ?? end?.at ?? 0 }]
          })
        })
        .toSorted((a, b) => a.at - b.at)
      const latest = new Map(settled.map((move) => [move.questionId, move.answer]))
      for (const { name, size, share } of shown) {
        const asked = [...finance, ...power].filter((question) => question.skillArea === name && latest.has(question.id))
        const right = asked.filter((question) => isCorrect(latest.get(question.id) ?? [], question)).length
        expect([id, name, size, share.total, share.correct]).toEqual([id, name, 6, asked.length, right])
      }
    }
  })

  test('leave out a run that was only opened', async () => {
    await practise('camille', journal({ questions: finance, startedAt: now.getTime() - dayMs, rights: [], ends: false }))
    expect(await overview()).toMatchObject({ totals: { certifications: 0, finishedAttempts: 0 }, certifications: [] })
  })
})

describe('progress in a certification', () => {
  test('counts the latest answer to each question, and questions of the bank alone', async () => {
    const day = (days: number) => now.getTime() - days * dayMs
    await practise('camille', journal({ questions: finance, startedAt: day(3), rights: Array(10).fill(false) }))
    await practise('camille', journal({ questions: finance, startedAt: day(2), rights: Array(4).fill(true) }))
    expect((await progressOf('mb-800')).areas).toMatchObject([
      { name: areas[0], size: 6, share: { correct: 2, total: 5, percent: 40 } },
      { name: areas[1], size: 6, share: { correct: 2, total: 5, percent: 40 } },
    ])
    await changeQuestions(database.db, null, [finance[1]?.id], { type: 'withdraw' }, now)
    expect((await progressOf('mb-800')).areas[1]).toMatchObject({ size: 5, share: { correct: 1, total: 4, percent: null } })
  })

  test('has the latest runs first, and the share of the latest answers beside those before', async () => {
    const startedAt = (days: number) => now.getTime() - days * dayMs
    const all = (isRight: boolean) => Array<boolean>(12).fill(isRight)
    for (let days = 20; days > 11; days--)
      await practise('camille', journal({ questions: finance, startedAt: startedAt(days), rights: all(false) }))
    for (let days = 11; days > 0; days--)
      await practise('camille', journal({ questions: finance, startedAt: startedAt(days), rights: all(days < 10) }))
    const { attempts: runs, trend, attemptCount: count } = await progressOf('mb-800')
    expect(count).toBe(20)
    expect(runs).toHaveLength(12)
    expect(runs.map(({ correct, total }) => correct / total)).toEqual([...Array(9).fill(1), 0, 0, 0])
    expect(trend).toEqual({ latest: { correct: 100, total: 100, percent: 100 }, before: { correct: 8, total: 100, percent: 8 } })
  })

  test('shows the last run of each certification on the profile, the one practised last first', async () => {
    await practise('camille', journal({ questions: power, startedAt: now.getTime() - 2 * dayMs, rights: [true, false] }))
    await practise(
      'camille',
      journal({ questions: finance, startedAt: now.getTime() - 4 * dayMs, rights: [true, true, true], ends: false }),
    )
    await database.db
      .updateTable('attempts')
      .set({ changed_at: new Date(now.getTime() - dayMs) })
      .where('certification_id', '=', 'mb-800')
      .execute()
    const { certifications } = await overview()
    expect(certifications).toMatchObject([
      { id: 'pl-900', bankSize: 12, lastRun: { correct: 1, total: 12, isSimulation: false } },
      { id: 'mb-800', bankSize: 12, lastRun: null },
    ])
  })
})
