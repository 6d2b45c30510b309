/**
 * A run: one pass through a set of questions, as a value. Moves are recorded in a journal and the run is the fold of
 * its journal, so whoever holds the journal (this tab, another one, a later page load, the server) holds the same run.
 *
 * A move that is not allowed changes nothing: the same run object comes back, and such a move is not recorded.
 */
import { isBlank } from '#exam/question.ts'
import type { AnswerInput } from '#exam/question.ts'

/**
 * Which questions a run asks: the whole bank of a certification, one skill area by its number, earlier mistakes, those
 * somebody chose, those due for review, or a draw like an exam's. The first two follow from the bank; the others are known by
 * their start alone.
 */
export type QuestionSet = 'all' | `area-${number}` | 'mistakes' | 'chosen' | 'review' | 'simulation'

export type Attempt = {
  readonly certificationId: string
  readonly set: QuestionSet
  /** In the order asked; fixed at the start, so a later change of the bank moves nothing under the candidate. */
  readonly questionIds: readonly string[]
  /** Position of the question on screen, from 0. */
  readonly current: number
  readonly answers: Readonly<Record<string, AnswerInput>>
  /** Questions whose key has been shown at least once: their answers are locked. */
  readonly revealed: readonly string[]
  /** Questions whose key and explanation are on screen now. */
  readonly shown: readonly string[]
  readonly flagged: readonly string[]
  /** Milliseconds since 1970, UTC. */
  readonly startedAt: number
  readonly finishedAt: number | null
}

/**
 * `at` is milliseconds since 1970, UTC, by the clock of the device that made the move. `isCounted`: whoever made it sees to
 * the statistics of the questions, as a browser does in which nobody is signed in.
 */
export type Move =
  | { type: 'start'; at: number; certificationId: string; set: QuestionSet; questionIds: readonly string[] }
  | { type: 'answer'; at: number; questionId: string; answer: AnswerInput }
  | { type: 'reveal' | 'hide' | 'flag' | 'unflag'; at: number; questionId: string }
  | { type: 'go'; at: number; position: number }
  | { type: 'finish'; at: number; isCounted?: true }

/** A new run at question 1: no answers, nothing revealed. Source: spec §4, exam run. */
export function start(certificationId: string, set: QuestionSet, questionIds: readonly string[], now: number): Attempt {
  return {
    certificationId,
    set,
    questionIds,
    current: 0,
    answers: {},
    revealed: [],
    shown: [],
    flagged: [],
    startedAt: now,
    finishedAt: null,
  }
}

/** Records an answer; a blank one takes the entry away. A revealed question is locked. Source: spec §4, exam run. */
export function recordAnswer(run: Attempt, questionId: string, answer: AnswerInput): Attempt {
  if (hasFinished(run) || !run.questionIds.includes(questionId) || run.revealed.includes(questionId)) return run
  const { [questionId]: before, ...others } = run.answers
  if (isBlank(answer)) return before ? { ...run, answers: others } : run
  if (before && before.length === answer.length && before.every((entry, i) => entry === answer[i])) return run
  return { ...run, answers: { ...run.answers, [questionId]: answer } }
}

/** Shows key and explanation, which locks the answer for the rest of the run. */
export function reveal(run: Attempt, questionId: string): Attempt {
  if (hasFinished(run) || !run.questionIds.includes(questionId) || run.shown.includes(questionId)) return run
  const revealed = run.revealed.includes(questionId) ? run.revealed : [...run.revealed, questionId]
  return { ...run, revealed, shown: [...run.shown, questionId] }
}

/** Puts key and explanation away again. The answer stays locked: its key has been seen. */
export function hide(run: Attempt, questionId: string): Attempt {
  if (!run.shown.includes(questionId)) return run
  return { ...run, shown: without(run.shown, questionId) }
}

/** Marks a question to come back to. */
export function flag(run: Attempt, questionId: string): Attempt {
  if (hasFinished(run) || !run.questionIds.includes(questionId) || run.flagged.includes(questionId)) return run
  return { ...run, flagged: [...run.flagged, questionId] }
}

/** Takes the mark away. */
export function unflag(run: Attempt, questionId: string): Attempt {
  if (hasFinished(run) || !run.flagged.includes(questionId)) return run
  return { ...run, flagged: without(run.flagged, questionId) }
}

/** Puts another question on screen. Positions outside the run change nothing. */
export function goTo(run: Attempt, position: number): Attempt {
  if (!Number.isInteger(position) || position < 0 || position >= run.questionIds.length) return run
  return position === run.current ? run : { ...run, current: position }
}

/** Ends the run; from here on it is read, not changed. Source: spec §4, 'Finish Exam'. */
export function finish(run: Attempt, now: number): Attempt {
  return hasFinished(run) ? run : { ...run, finishedAt: now }
}

/**
 * The same set from the beginning, as a new run: the finished one stays as it was. `questionIds` are what the set asks
 * today, which may be more or less than then. Source: spec §4, 'Restart Exam'.
 */
export function restart(run: Attempt, questionIds: readonly string[], now: number): Attempt {
  return start(run.certificationId, run.set, questionIds, now)
}

/** Whether the run was finished. */
export function hasFinished(run: Attempt): boolean {
  return run.finishedAt !== null
}

/** Positions, from 0, of the questions without an answer. */
export function blankPositions(run: Attempt): number[] {
  return run.questionIds.flatMap((id, position) => (isBlank(run.answers[id]) ? [position] : []))
}

/** The run after one more move. `undefined` stands for a run not started yet, which only `start` changes. */
export function applyMove(run: Attempt | undefined, move: Move): Attempt | undefined {
  if (move.type === 'start') return run ?? start(move.certificationId, move.set, move.questionIds, move.at)
  if (!run) return run
  switch (move.type) {
    case 'answer':
      return recordAnswer(run, move.questionId, move.answer)
    case 'reveal':
      return reveal(run, move.questionId)
    case 'hide':
      return hide(run, move.questionId)
    case 'flag':
      return flag(run, move.questionId)
    case 'unflag':
      return unflag(run, move.questionId)
    case 'go':
      return goTo(run, move.position)
    case 'finish':
      return finish(run, move.at)
  }
}

/** A move with the name it got where it was made, so that one that is told twice counts once. */
export type JournalEntry = { readonly key: string; readonly move: Move }

/** The run a journal tells of, or `undefined` when it does not begin with a start. */
export function foldJournal(journal: readonly Move[]): Attempt | undefined {
  return journal.reduce<Attempt | undefined>(applyMove, undefined)
}

function without(list: readonly string[], entry: string): string[] {
  return list.filter((other) => other !== entry)
}
