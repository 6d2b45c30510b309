import { dayMs, minuteMs } from '#exam/duration.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { isCorrect } from '#exam/grading.ts'
import type { QuestionSet } from '#exam/attempt.ts'
import type { JournalEntry, Move } from '#exam/moves.ts'
import { appendMoves } from '#server/practice/append-moves.ts'
import { findCertification, saveCertification } from '#server/catalogue/certifications.ts'
import { readActiveMs, readCertificationProgress, readProgressOverview } from '#server/progress/progress.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { changeQuestions } from '#server/bank/question-changes.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { prepareDatabase } from '#tests/prepared-database.ts'
import { addMembers } from '#tests/services.ts'

const now = new Date('2026-11-22T12:00:00Z')
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

const database = prepareDatabase()
beforeEach(async () => {
  await saveCertification(database.db, aCertification({ id: 'pl-900', name: 'Power Platform Fundamentals', family: 'Power Platform' }), 1)
  await saveQuestions(database.db, [...finance, ...power])
  await addMembers(database.db, ['camille', 'noor'], now)
})

let attempts = 0
/** Stores an attempt with these moves. */
async function practice(userId: string, moves: readonly Move[]): Promise<string> {
  const id = uuid(0x10000 + ++attempts)
  const entries = moves.map((move, i): JournalEntry => ({ key: `move-${attempts}-${i}`, move }))
  const result = await appendMoves(database.db, { id, owner: { userId }, base: 0, sentAt: now.getTime(), entries }, now)
  expect(result).toMatchObject({ ok: true, next: moves.length })
  return id
}

type JournalValues = {
  questions: typeof finance
  startedAt: number
  everyMs?: number
  rights: readonly boolean[]
  ends?: boolean
  set?: QuestionSet
}

/** Moves `everyMs` apart: answers each question, and finishes the attempt or reveals each answer. */
function journal({ questions, startedAt, everyMs = minuteMs, rights, ends = true, set = 'all' }: JournalValues): Move[] {
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

describe('a member without attempts', () => {
  test('has zero progress on every day of twelve weeks', async () => {
    const { totals, activity, certifications } = await overview()
    expect(totals).toEqual({ certifications: 0, finishedAttempts: 0, activeMs: 0, since: null })
    expect(activity).toHaveLength(84)
    expect(activity.every(({ activeMs: ms, answers }) => ms === 0 && answers === 0)).toBe(true)
    expect(certifications).toEqual([])
    expect(await progressOf('mb-800')).toMatchObject({
      attempts: [],
      attemptCount: 0,
      trend: { latest: { total: 0 }, before: { total: 0 } },
    })
  })
})

/** Study time of these journals, counted without the database. */
function sumShortGaps(journals: readonly (readonly Move[])[]): number {
  const times = journals.flatMap((moves) => moves.map(({ at }) => at)).toSorted((a, b) => a - b)
  return times.reduce((sum, at, i) => {
    const gap = at - (times[i - 1] ?? at)
    return gap <= 5 * minuteMs ? sum + gap : sum
  }, 0)
}

describe('study time', () => {
  const startedAt = now.getTime() - dayMs
  const openAt = (minutes: number) =>
    practice('camille', journal({ questions: finance, startedAt: startedAt + minutes * minuteMs, rights: [], ends: false }))
  const finishAfter = (minutes: number, gapMinutes: number) =>
    practice(
      'camille',
      journal({ questions: power, startedAt: startedAt + minutes * minuteMs, everyMs: gapMinutes * minuteMs, rights: [] }),
    )

  test('is zero for a single move', async () => {
    await openAt(0)
    expect(await readActiveMs(database.db, 'camille')).toBe(0)
  })

  test.each([
    ['counts a gap of five minutes', 5, 5 * minuteMs],
    ['does not count a longer gap', 5.01, 0],
  ])('%s', async (_, gapMinutes, expected) => {
    await finishAfter(0, gapMinutes)
    expect(await readActiveMs(database.db, 'camille')).toBe(expected)
  })

  test('counts overlapping attempts once, and gaps between attempts', async () => {
    await finishAfter(0, 4)
    await finishAfter(1, 2)
    await openAt(7)
    expect(await readActiveMs(database.db, 'camille')).toBe(7 * minuteMs)
  })
})

describe('the totals', () => {
  /** Deterministic journals with breaks, overlapping attempts, unfinished attempts, and days without practice. */
  function twelveWeeksOfJournals(): Move[][] {
    let seed = 7
    const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
    return Array.from({ length: 25 }, () => {
      const questions = random() < 0.7 ? finance : power
      const startedAt = now.getTime() - Math.floor(random() * 88 * dayMs) - dayMs
      const rights = Array.from({ length: 1 + Math.floor(random() * 12) }, () => random() < 0.6)
      return journal({ questions, startedAt, everyMs: Math.floor(random() * 8 * minuteMs), rights, ends: random() < 0.5 })
    })
  }

  test('match an independent count of the journals', async () => {
    const journals = twelveWeeksOfJournals()
    for (const moves of journals) await practice('camille', moves)
    await practice('noor', journal({ questions: power, startedAt: now.getTime() - dayMs, rights: [true] }))
    await database.db.insertInto('user_profiles').values({ id: 'camille', time_zone: 'Pacific/Auckland' }).execute()

    const { totals, activity, certifications } = await overview()
    expect(totals).toEqual({
      certifications: 2,
      finishedAttempts: journals.filter((moves) => moves.at(-1)?.type === 'finish').length,
      activeMs: sumShortGaps(journals),
      since: new Date(Math.min(...journals.map(([start]) => start?.at ?? Infinity))),
    })
    expect(totals.activeMs).toBeGreaterThan(0)

    const dayOf = (at: number) => new Date(at).toLocaleDateString('sv-SE', { timeZone: 'Pacific/Auckland' })
    const finalAnswerDays = journals.flatMap((moves) => {
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
      expect([day, answers]).toEqual([day, finalAnswerDays.filter((one) => one === day).length])
      expect([day, ms]).toEqual([day, spent.filter((one) => one.day === day).reduce((sum, { gap }) => sum + gap, 0)])
    }
    expect(activity.some(({ answers }) => answers > 0)).toBe(true)

    for (const { id, areas: shownAreas } of certifications) {
      const own = journals.filter(([start]) => start?.type === 'start' && start.certificationId === id)
      const finalAnswers = own
        .flatMap((moves) => {
          const end = moves.at(-1)
          return moves.flatMap((move) => {
            if (move.type !== 'answer') return []
            const reveal = moves.find((other) => other.type === 'reveal' && other.questionId === move.questionId)
            return [{ ...move, at: reveal?.at ?? end?.at ?? 0 }]
          })
        })
        .toSorted((a, b) => a.at - b.at)
      const latest = new Map(finalAnswers.map((move) => [move.questionId, move.answer]))
      for (const { name, size, share } of shownAreas) {
        const answered = [...finance, ...power].filter((question) => question.skillArea === name && latest.has(question.id))
        const right = answered.filter((question) => isCorrect(latest.get(question.id) ?? [], question)).length
        expect([id, name, size, share.total, share.correct]).toEqual([id, name, 6, answered.length, right])
      }
    }
  })

  test('exclude attempts without answers', async () => {
    await practice('camille', journal({ questions: finance, startedAt: now.getTime() - dayMs, rights: [], ends: false }))
    expect(await overview()).toMatchObject({ totals: { certifications: 0, finishedAttempts: 0 }, certifications: [] })
  })
})

describe('progress in a certification', () => {
  test('counts the latest answer to each published question', async () => {
    const day = (days: number) => now.getTime() - days * dayMs
    await practice('camille', journal({ questions: finance, startedAt: day(3), rights: Array(10).fill(false) }))
    await practice('camille', journal({ questions: finance, startedAt: day(2), rights: Array(4).fill(true) }))
    expect((await progressOf('mb-800')).areas).toMatchObject([
      { name: areas[0], size: 6, share: { correct: 2, total: 5, percent: 40 } },
      { name: areas[1], size: 6, share: { correct: 2, total: 5, percent: 40 } },
    ])
    await changeQuestions(database.db, null, [finance[1]?.id], { type: 'withdraw' }, now)
    expect((await progressOf('mb-800')).areas[1]).toMatchObject({ size: 5, share: { correct: 1, total: 4, percent: null } })
  })

  test('lists the latest attempts first, and compares the latest answers with those before', async () => {
    const startedAt = (days: number) => now.getTime() - days * dayMs
    const all = (isRight: boolean) => Array<boolean>(12).fill(isRight)
    for (let days = 20; days > 11; days--)
      await practice('camille', journal({ questions: finance, startedAt: startedAt(days), rights: all(false) }))
    for (let days = 11; days > 0; days--)
      await practice('camille', journal({ questions: finance, startedAt: startedAt(days), rights: all(days < 10) }))
    const { attempts: latest, trend, attemptCount } = await progressOf('mb-800')
    expect(attemptCount).toBe(20)
    expect(latest).toHaveLength(12)
    expect(latest.map(({ correct, total }) => correct / total)).toEqual([...Array(9).fill(1), 0, 0, 0])
    expect(trend).toEqual({ latest: { correct: 100, total: 100, percent: 100 }, before: { correct: 8, total: 100, percent: 8 } })
  })

  test('lists certifications by latest practice, each with its latest finished attempt', async () => {
    await practice('camille', journal({ questions: power, startedAt: now.getTime() - 2 * dayMs, rights: [true, false] }))
    await practice(
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
      { id: 'pl-900', bankSize: 12, lastAttempt: { correct: 1, total: 2, isSimulation: false } },
      { id: 'mb-800', bankSize: 12, lastAttempt: null },
    ])
  })
})
