/** What was promised about an attempt against what the server has of it. */
import { foldJournal } from '#exam/attempt.ts'
import type { JournalEntry } from '#exam/attempt.ts'
import type { AnswerInput } from '#exam/question.ts'

/**
 * `given`: entered by the candidate; `device`, `server`: the screen has said since that it is kept there; `unknown`: the page was
 * ended before it said so, and what the next one says is about what it found.
 */
export type Promised = 'given' | 'unknown' | 'device' | 'server'

/** One entry of an answer, in the order given. */
export type Given = { questionId: string; answer: AnswerInput; promise: Promised }

export type Comparison = { acknowledged: number; lost: string[]; doubled: string[] }

/**
 * An answer is lost when the server has neither it nor one that was given to the same question later, though the screen had said
 * that it is kept. It is doubled when a move is stored twice, or more answers are stored than were given.
 */
export function compare(given: readonly Given[], stored: readonly JournalEntry[]): Comparison {
  const run = foldJournal(stored.map(({ move }) => move))
  const lost: string[] = []
  const doubled: string[] = []
  const questionIds = [...new Set(given.map(({ questionId }) => questionId))]
  for (const questionId of questionIds) {
    const values = given.filter((one) => one.questionId === questionId)
    const last = values.findLastIndex(isPromised)
    const kept = (run?.answers[questionId] ?? []).join(' ')
    const allowed = values.slice(Math.max(last, 0)).map(({ answer }) => answer.join(' '))
    if (last === -1) allowed.push('')
    if (!allowed.includes(kept)) lost.push(`${questionId}: "${kept}" is kept, "${allowed.join('" or "')}" was promised`)
    const count = stored.filter(({ move }) => move.type === 'answer' && move.questionId === questionId).length
    if (count > values.length) doubled.push(`${questionId}: ${count} answers are kept, ${values.length} were given`)
  }
  const keys = stored.map(({ key }) => key)
  doubled.push(...keys.filter((key, place) => keys.indexOf(key) !== place).map((key) => `move ${key} is kept twice`))
  return { acknowledged: given.filter(isPromised).length, lost, doubled }
}

function isPromised({ promise }: Given): boolean {
  return promise === 'device' || promise === 'server'
}
