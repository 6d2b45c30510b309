import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { JournalEntry, Move, QuestionSet } from '#exam/attempt.ts'
import { findLatestAttempt, listEntries } from '#server/practice/store.ts'
import { appendMoves } from '#server/practice/append-moves.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { saveQuestions } from '#server/bank/questions.ts'
import { startSimulation } from '#server/simulation/simulations.ts'
import { createMemoryJournal, openJournal } from '#web/sync/journal.ts'
import type { Journal } from '#web/sync/journal.ts'
import { clearDeviceOnSignOut } from '#web/sync/clear-device-on-sign-out.ts'
import { openAttempt } from '#web/sync/attempt-controller.ts'
import type { AttemptController } from '#web/sync/attempt-controller.ts'
import { openMoveSender, getMoveSender } from '#web/sync/move-sender.ts'
import type { MoveSender } from '#web/sync/move-sender.ts'
import { adoptGuestAttempts, removeSyncedAttemptsOfOthers, listGuestAttempts, importAttempt } from '#web/sync/sync.ts'
import type { SimulationAdoption } from '#web/sync/sync.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { countRows, openTestServices } from '#tests/services.ts'
import type { TestServices } from '#tests/services.ts'
import { openVisitor, signUp } from '#tests/visitor.ts'

let services: TestServices
let camille: string
const questions = [1, 2, 3].map((n) => aQuestion({ id: `01a20000-0000-7000-8000-00000000000${n}` }))
const [q1 = '', q2 = '', q3 = ''] = questions.map(({ id }) => id)

beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  await saveCertification(services.db, aCertification(), 0)
  await saveQuestions(services.db, questions)
  const visitor = openVisitor(services)
  await signUp(visitor, 'camille@example.com')
  camille = (await visitor.viewer())?.id ?? ''
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => site.answer(address, init))
})
afterEach(async () => {
  for (const { close } of opened.splice(0)) close()
  site = aSite()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.restoreAllMocks()
  await services.empty()
})

const opened: { close: () => void }[] = []
let site = aSite()

type Sent = { base: number; sentAt: number; entries: JournalEntry[] }

/** The site as the browser meets it, with the server behind it. A test may put something in between. */
function aSite() {
  const sent: Sent[] = []
  return {
    sent,
    /** In place of the answer, or after the server has heard it. */
    fails: undefined as undefined | ((reach: () => Promise<Response>) => Promise<Response>),
    answer: async (address: string, init?: RequestInit): Promise<Response> => {
      const reach = () => (init?.method === 'POST' ? answerMoves(address, init) : answerLatest(address))
      return site.fails ? site.fails(reach) : reach()
    },
  }
}

const statusOf = { ATTEMPT_MISSING: 404, ATTEMPT_UNKNOWN_EXAM: 422, ATTEMPT_FULL: 413, TOO_MANY_ATTEMPTS: 429 }

async function answerMoves(address: string, init: RequestInit): Promise<Response> {
  const body = JSON.parse(init.body as string) as Sent
  site.sent.push(body)
  const id = address.split('/')[3] ?? ''
  const headers = new Headers(init.headers)
  const secret = headers.get('Authorization')?.replace('Bearer ', '')
  const owner = secret ? { secret } : { userId: headers.get('Praxam-Member') ?? '' }
  const kept = await appendMoves(services.db, { id, owner, base: body.base, sentAt: body.sentAt, entries: body.entries }, new Date())
  return kept.ok ? Response.json(kept) : Response.json({ code: kept.refusal }, { status: statusOf[kept.refusal] })
}

async function answerLatest(address: string): Promise<Response> {
  const { searchParams } = new URL(address, 'http://praxam.test')
  const found = await findLatestAttempt(services.db, camille, searchParams.get('certification') ?? '', 'all')
  const entries = found ? await listEntries(services.db, found.id, 0) : []
  return Response.json({ attempt: found ? { id: found.id, next: found.next, startedAt: found.attempt.startedAt, entries } : null })
}

type Device = { journal: Journal; sender: MoveSender; tab: AttemptController; reopen: () => Promise<void> }

/** A browser of its own, with the exam page open. */
async function aDevice(owner: string | null = camille, journal = createMemoryJournal(owner)): Promise<Device> {
  const sender = openMoveSender(owner)
  const open = () =>
    openAttempt({
      journal,
      problem: null,
      certificationId: 'mb-800',
      set: 'all',
      questionIds: [q1, q2, q3],
      now: Date.now(),
      onRecorded: (recorded, id) => sender.wake(recorded, id),
    })
  const device = { journal, sender, tab: await open(), reopen: async () => void (device.tab = await open()) }
  opened.push(sender, { close: () => device.tab.close() })
  return device
}

const noSimulations = () => Promise.reject(new Error('There is no simulation'))
const answer = ({ tab }: Device, questionId: string, letter: string) =>
  tab.move({ type: 'answer', at: Date.now(), questionId, answer: [letter] })
const isSent = ({ tab }: Device) => vi.waitFor(() => expect(tab.current()).toMatchObject({ saved: 'saved', isSent: true }), 4000)
const isPersistent = ({ tab }: Device) => vi.waitFor(() => expect(tab.current().saved).toBe('saved'))
const stored = async (): Promise<Move[]> => {
  const found = await findLatestAttempt(services.db, camille, 'mb-800', 'all')
  return found ? (await listEntries(services.db, found.id, 0)).map(({ move }) => move) : []
}
const storedAnswers = async () =>
  (await stored()).flatMap((move) => (move.type === 'answer' ? [`${move.questionId.slice(-1)}${move.answer.join('')}`] : []))

describe('the moves of a member', () => {
  test('reach the server together and in order, and only then the run counts as sent', async () => {
    const device = await aDevice()
    answer(device, q1, 'A')
    await isPersistent(device)
    expect(device.tab.current().isSent).toBe(false)
    answer(device, q2, 'B')
    await isSent(device)
    expect(site.sent.map(({ base, entries }) => [base, entries.length])).toEqual([[0, 3]])
    answer(device, q3, 'C')
    await isSent(device)
    expect(site.sent.map(({ base }) => base)).toEqual([0, 3])
    expect(await storedAnswers()).toEqual(['1A', '2B', '3C'])
  })

  test('are kept once, though the answer to them was lost', async () => {
    const device = await aDevice()
    site.fails = async (reach) => {
      await reach()
      site.fails = undefined
      throw new TypeError('Failed to fetch')
    }
    answer(device, q1, 'A')
    await isSent(device)
    expect(site.sent.length).toBe(2)
    expect(await storedAnswers()).toEqual(['1A'])
    expect(device.tab.current()).toMatchObject({ elsewhere: null, conflicts: [] })
  })

  test('are tried again after a failure of the server', async () => {
    const device = await aDevice()
    site.fails = async () => {
      site.fails = undefined
      return new Response(null, { status: 503 })
    }
    answer(device, q1, 'A')
    await isSent(device)
    expect(await storedAnswers()).toEqual(['1A'])
  })

  test('wait as long as a server says that is asked too often, and none is lost', async () => {
    const device = await aDevice()
    let refusedAt = 0
    site.fails = async () => {
      site.fails = undefined
      refusedAt = Date.now()
      return new Response(null, { status: 429, headers: { 'Retry-After': '3' } })
    }
    answer(device, q1, 'A')
    await vi.waitFor(() => expect(refusedAt).toBeGreaterThan(0), 4000)
    expect(device.sender.refusalOf(device.tab.current().id)).toBeUndefined()
    // Neither another move nor a network that is back makes it ask sooner.
    answer(device, q2, 'B')
    window.dispatchEvent(new Event('online'))
    await vi.waitFor(() => expect(device.tab.current().isSent).toBe(true), 8000)
    expect(Date.now() - refusedAt).toBeGreaterThanOrEqual(2900)
    expect(await storedAnswers()).toEqual(['1A', '2B'])
  })

  test('are sent soon though the clock was set back by an hour after a failure', async () => {
    const device = await aDevice()
    site.fails = async () => {
      site.fails = undefined
      return new Response(null, { status: 429, headers: { 'Retry-After': '1' } })
    }
    answer(device, q1, 'A')
    await vi.waitFor(() => expect(site.fails).toBeUndefined(), 4000)
    await new Promise((resolve) => setTimeout(resolve, 200))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
    answer(device, q2, 'B')
    window.dispatchEvent(new Event('online'))
    await isSent(device)
    expect(await storedAnswers()).toEqual(['1A', '2B'])
  })

  test('of one run that has to wait keep those of another one not waiting', async () => {
    const device = await aDevice()
    site.fails = async () => {
      site.fails = undefined
      return Response.json({ code: 'TOO_MANY_ATTEMPTS' }, { status: 429, headers: { 'Retry-After': '3600' } })
    }
    answer(device, q1, 'A')
    await vi.waitFor(() => expect(site.fails).toBeUndefined(), 4000)
    const other = await openAttempt({
      journal: device.journal,
      problem: null,
      certificationId: 'mb-800',
      set: 'mistakes',
      questionIds: [q2],
      now: Date.now(),
      onRecorded: (recorded, id) => device.sender.wake(recorded, id),
    })
    opened.push(other)
    other.move({ type: 'answer', at: Date.now(), questionId: q2, answer: ['B'] })
    await vi.waitFor(() => expect(other.current().isSent).toBe(true), 4000)
    expect(device.tab.current().isSent).toBe(false)
    expect(site.sent.length).toBe(1)
  })

  test('that are more than the server keeps of a run are not sent, but once it is finished they are', async () => {
    const device = await aDevice()
    site.fails = async () => new Response(null, { status: 413 })
    answer(device, q1, 'A')
    await vi.waitFor(() => expect(device.sender.refusalOf(device.tab.current().id)).toBe('tooLong'), 4000)
    site.fails = undefined
    answer(device, q2, 'B')
    await isPersistent(device)
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(await stored()).toEqual([])
    device.tab.move({ type: 'finish', at: Date.now() })
    await isSent(device)
    expect(device.sender.refusalOf(device.tab.current().id)).toBeUndefined()
    expect(await storedAnswers()).toEqual(['1A', '2B'])
  })

  test('wait for the network, and are counted for whoever wants to sign out', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    const device = await aDevice()
    answer(device, q1, 'A')
    await isPersistent(device)
    expect(await device.sender.flush(device.journal, 1000)).toBe(2)
    vi.stubGlobal('navigator', { onLine: true })
    expect(await device.sender.flush(device.journal, 1000)).toBe(0)
    expect(await storedAnswers()).toEqual(['1A'])
  })

  test('are sent though another journal cannot be read, and nobody is told that everything is', async () => {
    const device = await aDevice()
    device.sender.wake({ ...createMemoryJournal(camille), within: () => Promise.reject(new Error('The storage is gone')) })
    answer(device, q1, 'A')
    await isSent(device)
    expect(await storedAnswers()).toEqual(['1A'])
    await expect(device.sender.flush(device.journal, 1000)).rejects.toThrow('The storage is gone')
  })

  test('stay here when the server refuses the run, which goes on', async () => {
    const device = await aDevice()
    answer(device, q1, 'A')
    await isSent(device)
    // As somebody deletes it on another device.
    const { id = '' } = device.tab.current()
    await services.db.insertInto('removals').values({ kind: 'attempt', id, removed_at: new Date() }).execute()
    await services.db.deleteFrom('attempts').execute()
    answer(device, q2, 'B')
    await vi.waitFor(() => expect(device.sender.refusalOf(id)).toBe('missing'))
    answer(device, q3, 'C')
    await isPersistent(device)
    expect(device.tab.current()).toMatchObject({ isSent: false, attempt: { answers: { [q1]: ['A'], [q2]: ['B'], [q3]: ['C'] } } })
    // Once as it knew the run, and once whole.
    expect(site.sent.length).toBe(3)
  })

  test('are all sent again to a server that has lost the run', async () => {
    const device = await aDevice()
    answer(device, q1, 'A')
    await isSent(device)
    await services.db.deleteFrom('attempts').execute()
    answer(device, q2, 'B')
    await isSent(device)
    expect(await storedAnswers()).toEqual(['1A', '2B'])
  })

  test('leave soon though others follow at once', async () => {
    const device = await aDevice()
    const letters = ['A', 'B', 'C', 'D']
    for (let i = 0; i < 12; i++) {
      answer(device, q1, letters[i % letters.length] ?? 'A')
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    expect(site.sent.length).toBeGreaterThan(0)
  })

  test('are sent again from where a server begins that has lost some', async () => {
    const device = await aDevice()
    answer(device, q1, 'A')
    await isSent(device)
    answer(device, q2, 'B')
    await isSent(device)
    const { id } = device.tab.current()
    await services.db.deleteFrom('attempt_moves').where('number', '=', 2).execute()
    const state = { current: 0, answers: { [q1]: ['A'] }, revealed: [], shown: [], flagged: [], startedAt: 0, finishedAt: null }
    await services.db
      .updateTable('attempts')
      .set({ next: 2, state: JSON.stringify(state) })
      .where('id', '=', id ?? '')
      .execute()
    answer(device, q3, 'C')
    await isSent(device)
    expect(await storedAnswers()).toEqual(['1A', '2B', '3C'])
  })

  test('are sent though there is no room for them here', async () => {
    const disk = createMemoryJournal(camille)
    let isFull = false
    const journal: Journal = {
      ...disk,
      record: (...all) => (isFull ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : disk.record(...all)),
    }
    const device = await aDevice(camille, journal)
    answer(device, q1, 'A')
    await isSent(device)
    isFull = true
    answer(device, q2, 'B')
    await vi.waitFor(() => expect(device.tab.current()).toMatchObject({ problem: 'full', isSent: true }), 4000)
    expect(await storedAnswers()).toEqual(['1A', '2B'])
  })
})

describe('the simulation of a guest', () => {
  test('is sent though somebody signs in on the same page, whose runs are sent as well', async () => {
    const asked = { certificationId: 'mb-800', length: 'full', extraTime: 1, candidate: { address: '192.0.2.7' } } as const
    const begun = await startSimulation(services.db, asked, new Date())
    if (!begun.ok || !begun.secret) throw new Error('It did not begin')
    const { id, attempt: run } = begun.sheet
    const { certificationId, set, questionIds, startedAt } = run
    const entries: JournalEntry[] = [{ key: `start-${id}`, move: { type: 'start', at: startedAt, certificationId, set, questionIds } }]
    const journal = createMemoryJournal(null)
    await importAttempt(journal, { id, startedAt, entries, secret: begun.secret }, false)
    const guests = getMoveSender(null)
    const members = getMoveSender(camille)
    opened.push(guests, members)
    const tab = await openAttempt({ journal, problem: null, certificationId, set, questionIds, now: startedAt, onRecorded: guests.wake })
    opened.push(tab)
    tab.move({ type: 'answer', at: Date.now(), questionId: questionIds[0] ?? '', answer: ['A'] })
    await vi.waitFor(async () => expect(await listEntries(services.db, id, 1)).toHaveLength(1), 4000)
    expect(getMoveSender(null)).toBe(guests)
    expect(getMoveSender(camille)).toBe(members)
  })

  test('without its secret is not sent, not even when the page is left', async () => {
    const journal = createMemoryJournal(null)
    const device = await aDevice(null, journal)
    answer(device, q1, 'A')
    await isPersistent(device)
    window.dispatchEvent(new Event('pagehide'))
    expect(site.sent).toEqual([])
  })
})

describe('two devices', () => {
  /** Both have the run of the first open. */
  async function twoDevices(): Promise<[Device, Device]> {
    const first = await aDevice()
    answer(first, q1, 'A')
    await isSent(first)
    const second = await aDevice()
    expect(await second.sender.follow(second.journal, 'mb-800', 'all')).toBe('taken')
    await second.reopen()
    expect(second.tab.current()).toMatchObject({ isSent: true, attempt: { answers: { [q1]: ['A'] } } })
    return [first, second]
  }

  test('take in what the other did', async () => {
    const [first, second] = await twoDevices()
    answer(second, q2, 'B')
    await isSent(second)
    answer(first, q3, 'C')
    await isSent(first)
    expect(first.tab.current()).toMatchObject({
      elsewhere: 'changedOnDevice',
      conflicts: [],
      attempt: { answers: { [q1]: ['A'], [q2]: ['B'], [q3]: ['C'] } },
    })
    await second.sender.follow(second.journal, 'mb-800', 'all')
    await vi.waitFor(() => expect(second.tab.current().attempt.answers).toEqual({ [q1]: ['A'], [q2]: ['B'], [q3]: ['C'] }))
  })

  test('never replace an answer they did not know of: the later one is told and can answer again', async () => {
    const [first, second] = await twoDevices()
    answer(second, q2, 'B')
    await isSent(second)
    answer(first, q2, 'C')
    answer(first, q3, 'C')
    await isSent(first)
    await vi.waitFor(() => expect(first.tab.current().conflicts).toEqual([q2]))
    expect(first.tab.current().attempt.answers).toEqual({ [q1]: ['A'], [q2]: ['B'], [q3]: ['C'] })
    await first.reopen()
    expect(first.tab.current().conflicts).toEqual([q2])
    answer(first, q2, 'C')
    await isSent(first)
    expect(first.tab.current().conflicts).toEqual([])
    expect(await storedAnswers()).toEqual(['1A', '2B', '3C', '2C'])
  })

  test('are told of answers that came after the other had finished', async () => {
    const [first, second] = await twoDevices()
    second.tab.move({ type: 'finish', at: Date.now() })
    await isSent(second)
    answer(first, q2, 'B')
    await vi.waitFor(() => expect(first.tab.current().conflicts).toEqual([q2]), 4000)
    expect(first.tab.current().attempt).toMatchObject({ answers: { [q1]: ['A'] } })
    expect(first.tab.current().attempt.finishedAt).not.toBeNull()
  })

  test('are offered the run that was begun later on the other', async () => {
    const [first, second] = await twoDevices()
    second.tab.move({ type: 'finish', at: Date.now() })
    second.tab.restart([q1, q2, q3], Date.now())
    await vi.waitFor(() => expect(second.tab.current().attempt.finishedAt).toBeNull())
    answer(second, q3, 'C')
    await isSent(second)
    const offered = await first.sender.follow(first.journal, 'mb-800', 'all')
    expect(offered).toMatchObject({ id: second.tab.current().id })
    if (!offered || offered === 'taken') throw new Error('Nothing was offered')
    await importAttempt(first.journal, offered, false)
    await first.reopen()
    expect(first.tab.current()).toMatchObject({ isSent: true, attempt: { answers: { [q3]: ['C'] } } })
    expect(await first.sender.follow(first.journal, 'mb-800', 'all')).toBeUndefined()
  })
})

describe('somebody who has signed out', () => {
  test('has nothing sent any more of what she was told is lost', async () => {
    site.fails = () => Promise.reject(new TypeError('Failed to fetch'))
    const device = await aDevice()
    device.sender.close()
    answer(device, q1, 'A')
    await isPersistent(device)
    expect(await getMoveSender(camille).flush(device.journal, 1000)).toBe(2)
    site.fails = () => Promise.resolve(new Response())
    expect(await clearDeviceOnSignOut(camille, false)).toBe('done')
    site.fails = undefined
    window.dispatchEvent(new Event('online'))
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(site.sent).toEqual([])
  })
})

describe('runs on one device', () => {
  test('are shown to their owner alone, and those of nobody can be adopted', async () => {
    const guest = await openAttempt({
      journal: await openJournal(null),
      problem: null,
      certificationId: 'mb-800',
      set: 'all',
      questionIds: [q1, q2, q3],
      now: 1000,
    })
    opened.push(guest)
    guest.move({ type: 'answer', at: 2000, questionId: q1, answer: ['A'] })
    await vi.waitFor(() => expect(guest.current().saved).toBe('saved'))
    const journal = await openJournal(camille)
    const device = await aDevice(camille, journal)
    expect(device.tab.current().attempt.answers).toEqual({})
    expect(await device.sender.flush(journal, 1000)).toBe(0)
    expect(site.sent).toEqual([])

    expect(await listGuestAttempts(journal)).toHaveLength(1)
    await adoptGuestAttempts(journal, noSimulations)
    expect(await listGuestAttempts(journal)).toEqual([])
    device.sender.wake(journal)
    await vi.waitFor(async () => expect(await storedAnswers()).toEqual(['1A']), 4000)
    await device.reopen()
    expect(device.tab.current().attempt.answers).toEqual({ [q1]: ['A'] })
  })

  test('are simulations, too, once the server has made them hers', async () => {
    const guests = await openJournal(null)
    const start: Move = { type: 'start', at: 1000, certificationId: 'mb-800', set: 'simulation', questionIds: [q1] }
    const moves: Move[] = [start, { type: 'answer', at: 2000, questionId: q1, answer: ['A'] }]
    const entries = moves.map((move, i) => ({ key: `simulation-${i}`, move }))
    for (const id of ['simulation-1', 'simulation-2', 'simulation-3'])
      await importAttempt(guests, { id, startedAt: 1000, entries, secret: `secret of ${id}` }, false)
    const journal = await openJournal(camille)
    expect(await adoptGuestAttempts(journal, () => Promise.reject(new TypeError('No network')))).toEqual({
      adopted: 0,
      missing: 0,
      left: 3,
    })
    const answers = { 'simulation-1': 'adopted', 'simulation-2': 'missing', 'simulation-3': 'later' } as Record<string, SimulationAdoption>
    const asked = vi.fn((_: unknown, id: string) => Promise.resolve(answers[id] ?? 'later'))
    // Found when a simulation was added that the server had removed after 30 days: it was said to have been added.
    expect(await adoptGuestAttempts(journal, asked)).toEqual({ adopted: 1, missing: 1, left: 1 })
    expect(asked).toHaveBeenCalledWith(camille, 'simulation-1', 'secret of simulation-1')
    const rows = await journal.within('readonly', (stores) => stores.rows())
    expect(rows.map(({ id, owner, secret }) => [id, owner, secret])).toEqual([
      ['simulation-1', camille, undefined],
      ['simulation-3', null, 'secret of simulation-3'],
    ])
  })

  // Found in review: on a connection that stalled, practice was not added before the simulations were.
  test('are practice at once, whatever the server says of simulations', async () => {
    const guests = await openJournal(null)
    const begin = (id: string, set: QuestionSet, secret?: string) => {
      const start: Move = { type: 'start', at: 1000, certificationId: 'mb-800', set, questionIds: [q1] }
      const moves: Move[] = [start, { type: 'answer', at: 2000, questionId: q1, answer: ['A'] }]
      const entries = moves.map((move, i) => ({ key: `${id}-${i}`, move }))
      return importAttempt(guests, { id, startedAt: 1000, entries, ...(secret && { secret }) }, false)
    }
    await begin('simulation-1', 'simulation', 'secret')
    await begin('practice-1', 'all')
    const journal = await openJournal(camille)
    const asked = vi.fn(() => new Promise<SimulationAdoption>(() => undefined))
    void adoptGuestAttempts(journal, asked)
    await vi.waitFor(() => expect(asked).toHaveBeenCalled())
    expect((await listGuestAttempts(journal)).map(({ id }) => id)).toEqual(['simulation-1'])
  })

  test('are counted once when they were finished before they are adopted', async () => {
    const onFinished = vi.fn<() => void>()
    const asked = { certificationId: 'mb-800', set: 'all', questionIds: [q1, q2, q3], now: 1000 } as const
    const guest = await openAttempt({ ...asked, journal: await openJournal(null), problem: null, onFinished })
    opened.push(guest)
    guest.move({ type: 'answer', at: 2000, questionId: q1, answer: ['A'] })
    guest.move({ type: 'finish', at: 3000 })
    await vi.waitFor(() => expect(onFinished).toHaveBeenCalledTimes(1))
    const journal = await openJournal(camille)
    await adoptGuestAttempts(journal, noSimulations)
    const sender = openMoveSender(camille)
    opened.push(sender)
    expect(await sender.flush(journal, 4000)).toBe(0)
    expect(await storedAnswers()).toEqual(['1A'])
    expect((await stored()).at(-1)).toMatchObject({ type: 'finish', isCounted: true })
    expect(await countRows(services, 'question_statistics')).toBe(0)
  })

  test("are a member's when the server says so, though they were taken for nobody's", async () => {
    const start: JournalEntry = {
      key: 'start-of-it',
      move: { type: 'start', at: 1000, certificationId: 'mb-800', set: 'all', questionIds: [q1] },
    }
    const attempt = { id: 'run-1', startedAt: 1000, entries: [start] }
    await importAttempt(await openJournal(null), attempt, false)
    const journal = await openJournal(camille)
    expect(await importAttempt(journal, attempt, false)).toBe(true)
    expect(await journal.latest('mb-800', 'all')).toMatchObject({ id: 'run-1' })
    expect(await importAttempt(await openJournal('ada'), attempt, false)).toBe(false)
  })

  test('of members who have left go when the server has them, and wait when it has not', async () => {
    const device = await aDevice(camille, await openJournal(camille))
    answer(device, q1, 'A')
    await isSent(device)
    const ada = await openJournal('ada')
    vi.stubGlobal('navigator', { onLine: false })
    answer(device, q2, 'B')
    await isPersistent(device)
    await removeSyncedAttemptsOfOthers(ada, Date.now())
    expect(await device.journal.latest('mb-800', 'all')).toBeDefined()
    vi.stubGlobal('navigator', { onLine: true })
    await device.sender.flush(device.journal, 1000)
    await removeSyncedAttemptsOfOthers(ada, Date.now())
    expect(await device.journal.latest('mb-800', 'all')).toBeUndefined()
  })
})

describe('a journal of a later version', () => {
  const upgrade = async (change: (database: IDBDatabase) => void) => {
    const request = indexedDB.open('praxam', 3)
    request.addEventListener('upgradeneeded', () => change(request.result))
    await new Promise((resolve) => request.addEventListener('success', resolve))
    request.result.close()
  }

  test('that has more than ours is gone on with', async () => {
    const journal = await openJournal(null)
    const start: JournalEntry = {
      key: 'start-of-it',
      move: { type: 'start', at: 1000, certificationId: 'mb-800', set: 'all', questionIds: [q1] },
    }
    await importAttempt(journal, { id: 'run-1', startedAt: 1000, entries: [start] }, false)
    await upgrade((database) => void database.createObjectStore('marks'))
    for (const later of [journal, await openJournal(null)]) {
      expect(await later.latest('mb-800', 'all')).toMatchObject({ id: 'run-1', next: 1 })
    }
  })

  test('that is not like ours is left alone', async () => {
    await upgrade((database) => void database.createObjectStore('pages'))
    await expect(openJournal(null)).rejects.toThrow('Version 3 of the journal is unknown')
  })
})

describe('a journal of the first version', () => {
  test('is carried over without losing a run', async () => {
    const request = indexedDB.open('praxam', 1)
    await new Promise<void>((resolve) => {
      request.addEventListener('upgradeneeded', () => {
        const runs = request.result.createObjectStore('runs', { keyPath: 'id' })
        runs.createIndex('bySet', ['certificationId', 'set', 'startedAt'])
        const moves = request.result.createObjectStore('moves')
        runs.add({ id: 'run-1', certificationId: 'mb-800', set: 'all', startedAt: 1000 })
        const start: Move = { type: 'start', at: 1000, certificationId: 'mb-800', set: 'all', questionIds: [q1, q2] }
        moves.add(start, ['run-1', 0])
        moves.add({ type: 'answer', at: 2000, questionId: q1, answer: ['A'] } satisfies Move, ['run-1', 1])
        moves.add({ type: 'finish', at: 3000 } satisfies Move, ['run-1', 2])
      })
      request.addEventListener('success', () => resolve())
    })
    request.result.close()
    const journal = await openJournal(null)
    expect(await journal.latest('mb-800', 'all')).toMatchObject({
      id: 'run-1',
      next: 3,
      sent: 0,
      moves: [{ type: 'start' }, { type: 'answer', answer: ['A'] }, { type: 'finish', isCounted: true }],
    })
    const entries = await journal.within('readonly', (stores) => stores.entries('run-1', 0))
    expect(new Set(entries.map(({ key }) => key)).size).toBe(3)
    expect(await listGuestAttempts(await openJournal(camille))).toMatchObject([{ certificationId: 'mb-800', set: 'all' }])
  })
})
