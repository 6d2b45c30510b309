/** Compares the answers that the screen reported as saved with the answers on the server. */
import { foldJournal, type JournalEntry } from '#exam/moves.ts'
import type { AnswerInput } from '#exam/question.ts'

/**
 * What the screen reported about an answer. `given`: nothing yet; `device`, `server`: saved there; `unknown`: the page was closed before it reported
 * anything, and the next page reports only about the answers that it found.
 */
export type Promised = 'given' | 'unknown' | 'device' | 'server'

/** An answer that was entered. */
export type Given = { questionId: string; answer: AnswerInput; promise: Promised }

export type Comparison = { acknowledged: number; lost: string[]; duplicated: string[] }

/**
 * An answer is lost if the screen reported it as saved, but the server has neither this answer nor a later one to the same question.
 * It is duplicated if a move is stored twice, or if the server has more answers than were entered.
 */
export function compare(given: readonly Given[], stored: readonly JournalEntry[]): Comparison {
  const run = foldJournal(stored.map(({ move }) => move))
  const lost: string[] = []
  const duplicated: string[] = []
  const questionIds = [...new Set(given.map(({ questionId }) => questionId))]
  for (const questionId of questionIds) {
    const values = given.filter((one) => one.questionId === questionId)
    const last = values.findLastIndex(isPromised)
    const saved = (run?.answers[questionId] ?? []).join(' ')
    const allowed = values.slice(Math.max(last, 0)).map(({ answer }) => answer.join(' '))
    if (last === -1) allowed.push('')
    if (!allowed.includes(saved)) lost.push(`${questionId}: "${saved}" is saved, "${allowed.join('" or "')}" was reported`)
    const count = stored.filter(({ move }) => move.type === 'answer' && move.questionId === questionId).length
    if (count > values.length) duplicated.push(`${questionId}: ${count} answers are saved, ${values.length} were entered`)
  }
  const keys = stored.map(({ key }) => key)
  duplicated.push(...keys.filter((key, index) => keys.indexOf(key) !== index).map((key) => `move ${key} is saved twice`))
  return { acknowledged: given.filter(isPromised).length, lost, duplicated }
}

function isPromised({ promise }: Given): boolean {
  return promise === 'device' || promise === 'server'
}
