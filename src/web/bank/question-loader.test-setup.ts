/** A server with chunks of questions, whose requests the tests of the question loader count and stop. */
import { vi } from 'vitest'
import { chunkAddress, chunkPosition, createBankIndex, type QuestionBank, type QuestionChunk } from '#exam/question-chunks.ts'
import type { CaseStudy, Question } from '#exam/question.ts'
import { createQuestionLoader } from '#web/bank/question-loader.ts'
import { aQuestion } from '#tests/factories.ts'

export const ids = Array.from({ length: 40 }, (_, i) => `q${i}`)

/** A server with a bank of four chunks. `special`: responses that replace the usual ones, by address. */
export function openServer(questions: Question[] = ids.map((id) => aQuestion({ id })), edition = 'a', caseStudies: CaseStudy[] = []) {
  const count = 4
  const chunks = Array.from({ length: count }, (_, position) => ({
    questions: questions.filter(({ id }) => chunkPosition(id, count) === position),
    caseStudies: caseStudies.filter(({ id }) => chunkPosition(id, count) === position),
  }))
  const addresses = chunks.map((_, i) => chunkAddress('mb-800', `${edition}-chunk-${i}`))
  const index = chunkAddress('mb-800', `${edition}-index`)
  const bank: QuestionBank = { certificationId: 'mb-800', size: questions.length, chunks: addresses, index }
  const contents = new Map<string, unknown>([
    ...addresses.map((address, i): [string, unknown] => [address, chunks[i]]),
    [index, createBankIndex(questions)],
    ['/api/banks/mb-800', bank],
  ])
  const special = new Map<string, () => Response>()
  const asked: string[] = []
  const request = async (address: string) => {
    asked.push(address)
    const own = special.get(address)?.()
    if (own) return own
    const content = contents.get(address)
    return content ? Response.json(content) : new Response(null, { status: 404 })
  }
  return { bank, contents, special, asked, request }
}

type Server = ReturnType<typeof openServer>

export function openLoader(server: Server, first: QuestionChunk = { questions: [], caseStudies: [] }) {
  const waits: { ms: number; end: () => void }[] = []
  const wait = (ms: number) => new Promise<void>((resolve) => waits.push({ ms, end: resolve }))
  const loader = createQuestionLoader({ ...server.bank, first }, { request: (address) => server.request(address), wait })
  return { loader, waits }
}

export const responses = () => vi.waitFor(() => undefined).then(() => new Promise((resolve) => setImmediate(resolve)))
export const addressOf = (server: Server, id: string) => server.bank.chunks[chunkPosition(id, 4)] ?? ''
export const otherChunk = (id: string) => ids.find((other) => chunkPosition(other, 4) !== chunkPosition(id, 4)) ?? ''
