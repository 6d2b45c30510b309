/** Checks an attempt of a record: its moves must belong to it, its times must be plausible, and its result must fit its answers. */
import { hasFinished, type Attempt } from '#exam/attempt.ts'
import { foldJournal, type Move } from '#exam/moves.ts'
import { gradeAttempt } from '#exam/results/results.ts'
import { shuffleQuestion } from '#exam/planning/simulation.ts'
import type { Question } from '#exam/question.ts'
import type { SimulationTerms } from '#server/db/attempt-tables.ts'
import type { FileAttempt } from '#server/record/record-file.ts'

export type ImportedAttempt = {
  id: string
  attempt: Attempt
  moves: readonly Move[]
  changedAt: Date
  /**
   * For each question, the key of its text in the record's `questions`; `null` for a question without a text. `undefined` for a record of version 1,
   * which has no texts.
   */
  texts: readonly (string | null)[] | undefined
  simulation: { terms: SimulationTerms; deadlineAt: Date } | undefined
  correct: number | null
  total: number | null
}

/**
 * `field` is empty or begins with a dot. `attempt` is `undefined` for a simulation in progress, and for an attempt without answers in a record of
 * version 1.
 */
export type CheckedAttempt = { ok: true; attempt: ImportedAttempt | undefined } | { ok: false; field: string; reason: string }

const refuse = (field: string, reason: string): CheckedAttempt => ({ ok: false, field, reason })

/** An earlier date is an error, because no attempt can be that old. */
const earliest = new Date('2000-01-01T00:00:00Z')

export function checkAttempt(file: FileAttempt, questions: ReadonlyMap<string, Question>, latest: Date): CheckedAttempt {
  const { startedAt, changedAt, finishedAt, set } = file
  for (const [field, at] of Object.entries({ startedAt, changedAt, finishedAt, deadlineAt: finishedAt && file.deadlineAt })) {
    if (at !== null && at < earliest) return refuse(`.${field}`, 'is before the year 2000')
    if (at !== null && field !== 'deadlineAt' && at > latest) return refuse(`.${field}`, 'is in the future')
  }
  if (finishedAt !== null && finishedAt < startedAt) return refuse('.finishedAt', 'is before the start')
  if (set === 'simulation' && finishedAt === null) return { ok: true, attempt: undefined }
  if (!file.questions && Object.keys(file.answers).length === 0) return { ok: true, attempt: undefined }
  const wrong = file.questions?.findIndex(({ id, text }) => text !== null && questions.get(text)?.id !== id) ?? -1
  if (wrong >= 0) return refuse(`.questions[${wrong}].text`, 'is not the key of an entry of questions with this id')
  const moves = file.questions && file.moves ? file.moves : synthesizeMoves(file)
  const problem = file.moves && findMoveProblem(file, latest)
  if (problem) return problem
  const attempt = foldJournal(moves)
  if (!attempt) return refuse('.moves', 'do not begin with a start')
  if (attempt.finishedAt !== (finishedAt?.getTime() ?? null)) return refuse('.finishedAt', 'is not the time of the finish among the moves')
  return checkResult(file, attempt, moves, questions)
}

function checkResult(
  file: FileAttempt,
  attempt: Attempt,
  moves: readonly Move[],
  questions: ReadonlyMap<string, Question>,
): CheckedAttempt {
  const { id, correct, total, simulation: terms, changedAt } = file
  const deadlineAt = file.deadlineAt ?? file.finishedAt ?? changedAt
  const simulation = attempt.set === 'simulation' ? { terms: terms ?? unknownTerms, deadlineAt } : undefined
  const imported: ImportedAttempt = {
    id,
    attempt,
    moves,
    changedAt,
    texts: file.questions?.map(({ text }) => text),
    simulation,
    correct,
    total,
  }
  if (!hasFinished(attempt)) {
    return correct === null && total === null ? { ok: true, attempt: imported } : refuse('.correct', 'is a result of an unfinished attempt')
  }
  if (correct === null || total === null) {
    return correct === total ? { ok: true, attempt: imported } : refuse('.correct', 'and total must both be numbers')
  }
  if (correct > total) return refuse('.correct', 'is more than total')
  if (!file.questions) return { ok: true, attempt: imported }
  if (total > file.questions.length) return refuse('.total', 'is more than the questions of the attempt')
  // A question without a text may or may not have counted.
  if (file.questions.some(({ text }) => text === null)) return { ok: true, attempt: imported }
  const pinned = file.questions.flatMap(({ text }) => questions.get(text ?? '') ?? [])
  const graded = gradeAttempt(attempt, simulation ? pinned.map((one) => shuffleQuestion(one, simulation.terms.seed)) : pinned, [])
  if (graded && (graded.correct !== correct || graded.total !== total))
    return refuse('.correct', `and total do not fit the answers, which are ${graded.correct} of ${graded.total}`)
  return { ok: true, attempt: imported }
}

/** For a simulation in a record of version 1, which contains neither the order of options nor the time limits. */
const unknownTerms: SimulationTerms = { seed: '', minutes: 0, extraTime: 1 }

/** The first problem with the moves of an attempt in a record of version 2. */
function findMoveProblem(
  { certification, set, questions = [], moves = [], startedAt }: FileAttempt,
  latest: Date,
): CheckedAttempt | undefined {
  const ids = new Set(questions.map(({ id }) => id))
  for (const [index, move] of moves.entries()) {
    const place = `.moves[${index}]`
    if (move.at > latest.getTime()) return refuse(`${place}.at`, 'is in the future')
    if ((move.type === 'start') !== (index === 0)) return refuse(place, index === 0 ? 'is not a start' : 'is a second start')
    if (move.type === 'start') {
      const isSame = move.questionIds.length === ids.size && questions.every(({ id }, i) => move.questionIds[i] === id)
      if (move.certificationId !== certification || move.set !== set || !isSame) return refuse(place, 'is the start of another attempt')
      if (move.at !== startedAt.getTime()) return refuse('.startedAt', 'is not the time of the start among the moves')
    }
    if ('questionId' in move && !ids.has(move.questionId)) return refuse(`${place}.questionId`, 'is a question of another attempt')
  }
  return undefined
}

/**
 * Moves that produce the state of an attempt in a record of version 1. After the start, all have the time of the finish or, if there is none, of the
 * last change.
 */
function synthesizeMoves({ certification, set, startedAt, changedAt, finishedAt, answers, flagged, guessed }: FileAttempt): Move[] {
  const questionIds = [...new Set([...Object.keys(answers), ...flagged, ...guessed])]
  const at = (finishedAt ?? changedAt).getTime()
  return [
    { type: 'start', at: startedAt.getTime(), certificationId: certification, set, questionIds },
    ...Object.entries(answers).map(([questionId, answer]): Move => ({ type: 'answer', at, questionId, answer })),
    ...flagged.map((questionId): Move => ({ type: 'flag', at, questionId })),
    ...guessed.map((questionId): Move => ({ type: 'go', at, position: questionIds.indexOf(questionId), isGuess: true })),
    ...(finishedAt === null ? [] : [{ type: 'finish', at } as const]),
  ]
}
