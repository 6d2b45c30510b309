import { describe, expect, test } from 'vitest'
import { chunkAddress, chunkPosition, createBankIndex } from '#exam/question-chunks.ts'
import { aQuestion } from '#tests/factories.ts'
import { addressOf, ids, openLoader, openServer, otherChunk, responses } from '#web/bank/question-loader.test-setup.ts'

describe('a loader of questions', () => {
  test('loads the chunks of the questions that are needed, each once, and no others', async () => {
    const server = openServer()
    const { loader } = openLoader(server)
    expect(loader.current().isPending('q1')).toBe(true)
    loader.load(['q1', 'q1'])
    loader.load(['q1'])
    await responses()
    expect(server.asked).toEqual([addressOf(server, 'q1')])
    expect(loader.current().get('q1')).toMatchObject({ id: 'q1' })
    expect(loader.current().isPending('q1')).toBe(false)
    expect(loader.current().isPending(otherChunk('q1'))).toBe(true)
  })

  test('requests nothing for the questions of the page', async () => {
    const server = openServer()
    const { loader } = openLoader(server, { questions: [aQuestion({ id: 'q1' })], caseStudies: [] })
    loader.load(['q1'])
    await responses()
    expect(server.asked).toEqual([])
    expect(loader.current().isPending('q1')).toBe(false)
  })

  test('loads what is needed now before the rest', async () => {
    const server = openServer()
    const { loader } = openLoader(server)
    const last = ids.findLast((id) => chunkPosition(id, 4) === 3) ?? ''
    loader.load([last])
    loader.loadLater(ids)
    await responses()
    expect(server.asked[0]).toBe(addressOf(server, last))
    expect(new Set(server.asked).size).toBe(4)
    expect(ids.some(loader.current().isPending)).toBe(false)
  })

  test('announces the question on screen at once, and the others together', async () => {
    const server = openServer()
    const { loader } = openLoader(server)
    const held: (() => void)[] = []
    const { request } = server
    server.request = async (address) => {
      await new Promise<void>((resolve) => held.push(resolve))
      return request(address)
    }
    let announced = 0
    loader.subscribe(() => announced++)
    const onScreen = ids.find((id) => chunkPosition(id, 4) === 0) ?? ''
    loader.load([onScreen])
    loader.loadLater(ids)
    const [first, ...others] = held
    others[0]?.()
    await responses()
    expect(announced).toBe(0)
    first?.()
    await responses()
    expect([announced, loader.current().isPending(onScreen)]).toEqual([1, false])
    others[1]?.()
    await responses()
    expect(announced).toBe(1)
    others[2]?.()
    await responses()
    expect([announced, ids.some(loader.current().isPending)]).toEqual([2, false])
  })

  test('announces a question that arrived before the screen asked for it', async () => {
    const server = openServer()
    const { loader } = openLoader(server)
    const held: (() => void)[] = []
    const { request } = server
    server.request = async (address) => {
      await new Promise<void>((resolve) => held.push(resolve))
      return request(address)
    }
    const [one, other] = [0, 1].map((position) => ids.find((id) => chunkPosition(id, 4) === position) ?? '')
    loader.loadLater([one ?? '', other ?? ''])
    held[0]?.()
    await responses()
    const before = loader.current()
    loader.load([one ?? ''])
    expect(loader.current()).not.toBe(before)
  })

  test('knows a question as removed when its chunk does not have it', async () => {
    const server = openServer(ids.filter((id) => id !== 'q1').map((id) => aQuestion({ id })))
    const { loader } = openLoader(server)
    loader.load(['q1'])
    await responses()
    expect(loader.current().get('q1')).toBeUndefined()
    expect(loader.current().isPending('q1')).toBe(false)
  })

  test('loads the case study of a question, and waits for it', async () => {
    const caseStudyId = ids.map((id) => `case of ${id}`).find((id) => chunkPosition(id, 4) !== chunkPosition('q1', 4)) ?? ''
    const server = openServer([aQuestion({ id: 'q1', caseStudyId })], 'a', [{ id: caseStudyId, title: 'Kayaks', content: '' }])
    const { loader } = openLoader(server)
    loader.load(['q1'])
    await responses()
    expect(loader.current().getCaseStudy(caseStudyId)).toMatchObject({ title: 'Kayaks' })
    expect(loader.current().isPending('q1')).toBe(false)
    expect(server.asked).toHaveLength(2)
  })

  test('reads the bank again when a chunk no longer exists, and keeps what it has loaded', async () => {
    const before = openServer()
    const { loader } = openLoader(before)
    loader.load(['q1'])
    await responses()
    const after = openServer(
      ids.filter((id) => id !== 'q2').map((id) => aQuestion({ id, text: `<p>New ${id}</p>` })),
      'b',
    )
    before.request = after.request
    loader.load(ids)
    await responses()
    expect(loader.current().get('q1')?.text).not.toContain('New')
    expect(loader.current().get(otherChunk('q1'))?.text).toContain('New')
    expect(loader.current().isPending('q2')).toBe(false)
    expect(after.asked.filter((address) => address === '/api/banks/mb-800')).toHaveLength(1)
  })

  test('tries again after a failure, after longer and longer waits, and at once when asked to', async () => {
    const server = openServer()
    const { loader, waits } = openLoader(server)
    const address = addressOf(server, 'q1')
    server.special.set(address, () => {
      throw new TypeError('Failed to fetch')
    })
    loader.load(['q1'])
    await responses()
    expect(loader.current().hasFailed).toBe(true)
    expect(loader.current().isPending('q1')).toBe(true)
    waits[0]?.end()
    await responses()
    expect(waits.map(({ ms }) => ms)).toEqual([1_000, 2_000])
    server.special.clear()
    loader.retry()
    await responses()
    expect(loader.current().get('q1')).toBeDefined()
    expect(loader.current().hasFailed).toBe(false)
    // The end of the earlier wait has no effect.
    waits[1]?.end()
    await responses()
    expect(server.asked).toHaveLength(3)
  })

  test('tries again when the server refuses, and when it does not know an address that it uses', async () => {
    const server = openServer()
    const { loader } = openLoader(server)
    const address = addressOf(server, 'q1')
    for (const status of [503, 404]) {
      server.special.set(address, () => new Response(null, { status }))
      loader.load(['q1'])
      await responses()
      expect(loader.current().hasFailed).toBe(true)
      expect(loader.current().isPending('q1')).toBe(true)
    }
    server.special.clear()
    loader.retry()
    await responses()
    expect(loader.current().get('q1')).toBeDefined()
  })

  test('keeps the questions of its page when a chunk has newer ones', async () => {
    const server = openServer(ids.map((id) => aQuestion({ id, text: `<p>New ${id}</p>` })))
    const { loader } = openLoader(server, { questions: [aQuestion({ id: 'q1' })], caseStudies: [] })
    const neighbor = ids.find((id) => id !== 'q1' && chunkPosition(id, 4) === chunkPosition('q1', 4)) ?? ''
    loader.load([neighbor])
    await responses()
    expect(loader.current().get(neighbor)?.text).toContain('New')
    expect(loader.current().get('q1')?.text).not.toContain('New')
  })

  test('follows any number of edits', async () => {
    const server = openServer()
    const { loader } = openLoader(server)
    for (const [edit, position] of [0, 1, 2, 3].entries()) {
      server.request = openServer(undefined, `edition-${edit}`).request
      loader.load(ids.filter((id) => chunkPosition(id, 4) === position))
      await responses()
    }
    for (let edit = 0; edit < 4; edit++) expect(loader.current().isPending(ids[edit] ?? '')).toBe(false)
    server.request = openServer(undefined, 'last').request
    await loader.readIndex()
    expect(loader.current().hasFailed).toBe(false)
  })

  test('repeats requests that failed together after one wait', async () => {
    const server = openServer()
    const { loader, waits } = openLoader(server)
    server.request = async () => new Response(null, { status: 503 })
    loader.load(ids)
    await responses()
    expect(waits.map(({ ms }) => ms)).toEqual([1_000, 1_000, 1_000, 1_000])
    for (const { end } of waits.splice(0)) end()
    await responses()
    expect(waits.map(({ ms }) => ms)).toEqual([2_000, 2_000, 2_000, 2_000])
  })

  test('waits when two releases answer in turns, with addresses that the other does not know', async () => {
    const server = openServer()
    const { loader, waits } = openLoader(server)
    let release = 0
    server.request = async (address) => {
      server.asked.push(address)
      return address.startsWith('/api/')
        ? openServer(undefined, `release-${release++}`).request(address)
        : new Response(null, { status: 404 })
    }
    loader.load(['q1'])
    await responses()
    await responses()
    expect(waits.map(({ ms }) => ms)).toEqual([1_000])
    expect(loader.current().hasFailed).toBe(true)
    expect(server.asked.length).toBeLessThan(12)
    // Only one release is still running.
    server.request = openServer(undefined, `release-${release - 1}`).request
    waits[0]?.end()
    await responses()
    expect(loader.current().get('q1')).toBeDefined()
  })

  test('reads the index once, and again after a failure', async () => {
    const server = openServer()
    const { loader } = openLoader(server)
    expect(loader.findIndex()).toBeUndefined()
    server.special.set(chunkAddress('mb-800', 'a-index'), () => new Response(null, { status: 500 }))
    await expect(loader.readIndex()).rejects.toThrow('500')
    server.special.clear()
    const [one, other] = await Promise.all([loader.readIndex(), loader.readIndex()])
    expect(one).toBe(other)
    expect(one.map(({ id }) => id)).toEqual(ids)
    expect(loader.findIndex()).toBe(one)
    expect(server.asked).toHaveLength(2)
  })

  test('finds the index of a small bank on its page', () => {
    const questions = ids.map((id) => aQuestion({ id }))
    const server = openServer(questions)
    const { loader } = openLoader({ ...server, bank: { ...server.bank, index: createBankIndex(questions) } })
    expect(loader.findIndex()).toHaveLength(40)
  })

  test('requests its chunks again for a worker that has just started', async () => {
    const server = openServer()
    const { loader } = openLoader(server)
    loader.load(['q1'])
    await loader.readIndex()
    await responses()
    // This request is still waiting for its response.
    loader.load([otherChunk('q1')])
    const before = [...server.asked]
    expect(before).toHaveLength(3)
    loader.repeatRequests()
    await responses()
    expect(server.asked.slice(before.length).toSorted()).toEqual(before.toSorted())
  })
})
