/**
 * An attempt: one pass through a set of questions, as a value. Its functions are the actions of a candidate and return the next value. An action
 * that is not allowed changes nothing: the function returns the same object. `moves.ts` records the actions.
 */
import { close, closeBefore, closeQuestion, isClosed, type Series } from '#exam/series.ts'
import { isBlank, isSameSequence, type AnswerInput } from '#exam/question.ts'

/**
 * Which questions an attempt has: the whole bank of a certification, one skill area by its number, mixed practice, earlier
 * mistakes, a custom set, the questions due for review, renewal practice, or a simulated exam. The bank determines the questions of the
 * first two sets; the questions of the other sets are chosen for each attempt.
 */
export type QuestionSet = 'all' | `area-${number}` | 'mixed' | 'mistakes' | 'chosen' | 'review' | 'renewal' | 'simulation'

export type Attempt = {
  readonly certificationId: string
  readonly set: QuestionSet
  /**
   * Solution series of a simulation, as lists of question ids. A question of a series is closed once the candidate has left it, see
   * `series.ts`. Practice has none.
   */
  readonly series?: Series
  /** Sections in order, if the simulation follows the exam rule about sections. Opening a question of one section closes all sections before it. */
  readonly sections?: Series
  /** Whether the candidate can take breaks. A break closes every question that the candidate has seen. */
  readonly hasBreaks?: true
  /** The questions that the candidate has left or answered. Only set if the attempt has breaks. */
  readonly seen?: readonly string[]
  /** Whether the candidate can open the documentation while the clock runs. */
  readonly hasDocumentation?: true
  /** Milliseconds spent in other windows since a documentation page was opened. */
  readonly awayMs?: number
  /** When the last break began. */
  readonly breakAt?: number
  /** Questions that can no longer be opened or answered. */
  readonly closed?: readonly string[]
  /** Questions that do not count. Known only once the attempt is finished. */
  readonly unscored?: readonly string[]
  /** In display order; fixed at the start, so later changes to the bank do not affect the list. */
  readonly questionIds: readonly string[]
  /** Fixes the order of options on screen, see `option-order.ts`. Without a seed, options are in bank order. */
  readonly seed?: string
  /** Position of the question on screen, from 0. */
  readonly current: number
  readonly answers: Readonly<Record<string, AnswerInput>>
  /** Questions whose answer key was shown at least once: their answers are locked. */
  readonly revealed: readonly string[]
  /** Questions whose answer key and explanation are shown now. */
  readonly shown: readonly string[]
  readonly flagged: readonly string[]
  /** Questions whose answer the candidate marked as a guess. */
  readonly guessed: readonly string[]
  /** Milliseconds since 1970, UTC. */
  readonly startedAt: number
  readonly finishedAt: number | null
}

/** The exam rules that an attempt follows, as listed in its start move. */
export type FollowedRules = Pick<Attempt, 'series' | 'sections' | 'hasBreaks' | 'hasDocumentation'>

/** Only the rules that are set, for the start move of an attempt. */
export function followedRulesOf({ series, sections, hasBreaks, hasDocumentation }: FollowedRules): FollowedRules {
  return {
    ...(series && { series }),
    ...(sections && { sections }),
    ...(hasBreaks && { hasBreaks }),
    ...(hasDocumentation && { hasDocumentation }),
  }
}

/** A new attempt at question 1: no answers, nothing revealed. Source: spec §4, exam run. */
export function start(
  certificationId: string,
  set: QuestionSet,
  questionIds: readonly string[],
  now: number,
  { seed, ...rules }: { seed?: string | undefined } & FollowedRules = {},
): Attempt {
  return {
    certificationId,
    set,
    questionIds,
    ...(seed !== undefined && { seed }),
    ...followedRulesOf(rules),
    current: 0,
    answers: {},
    revealed: [],
    shown: [],
    flagged: [],
    guessed: [],
    startedAt: now,
    finishedAt: null,
  }
}

/**
 * Records an answer; a blank answer removes the entry. Revealed and closed questions are locked. An answer means that the candidate has opened
 * the question, so earlier questions of its series and earlier sections are closed. Source: spec §4, exam run.
 */
export function recordAnswer(attempt: Attempt, questionId: string, answer: AnswerInput): Attempt {
  return recordAnswerIn((answers) => ({ ...answers }), attempt, questionId, answer)
}

/**
 * Like {@link recordAnswer}, but changes the record of answers instead of copying it. Only for an attempt whose record is not used anywhere else.
 */
export function recordAnswerInPlace(attempt: Attempt, questionId: string, answer: AnswerInput): Attempt {
  return recordAnswerIn((answers) => answers, attempt, questionId, answer)
}

/** `prepare` returns the record to change. It is not called if the answer changes nothing. */
function recordAnswerIn(
  prepare: (answers: Attempt['answers']) => Record<string, AnswerInput>,
  attempt: Attempt,
  questionId: string,
  answer: AnswerInput,
): Attempt {
  if (hasFinished(attempt) || !attempt.questionIds.includes(questionId) || attempt.revealed.includes(questionId)) return attempt
  if (isClosed(attempt, questionId)) return attempt
  const opened = see(closeBefore(attempt, questionId), [questionId])
  const before = attempt.answers[questionId]
  if (isBlank(answer) ? !before : before && isSameSequence(before, answer)) return attempt
  const answers = prepare(attempt.answers)
  if (isBlank(answer)) delete answers[questionId]
  else answers[questionId] = answer
  return { ...opened, answers }
}

/** Shows the answer key and explanation, and locks the answer for the rest of the attempt. */
export function reveal(attempt: Attempt, questionId: string): Attempt {
  if (hasFinished(attempt) || !attempt.questionIds.includes(questionId) || attempt.shown.includes(questionId)) return attempt
  const revealed = attempt.revealed.includes(questionId) ? attempt.revealed : [...attempt.revealed, questionId]
  return { ...attempt, revealed, shown: [...attempt.shown, questionId] }
}

/** Hides the answer key and explanation. The answer stays locked, because the candidate has seen the key. */
export function hide(attempt: Attempt, questionId: string): Attempt {
  if (!attempt.shown.includes(questionId)) return attempt
  return { ...attempt, shown: without(attempt.shown, questionId) }
}

export function flag(attempt: Attempt, questionId: string): Attempt {
  if (hasFinished(attempt) || !attempt.questionIds.includes(questionId) || attempt.flagged.includes(questionId)) return attempt
  return { ...attempt, flagged: [...attempt.flagged, questionId] }
}

export function unflag(attempt: Attempt, questionId: string): Attempt {
  if (hasFinished(attempt) || !attempt.flagged.includes(questionId)) return attempt
  return { ...attempt, flagged: without(attempt.flagged, questionId) }
}

/**
 * Marks or unmarks a question as a guess, before or after it is answered or revealed. The mark does not affect the score; reviews
 * and mixed practice bring a guessed question back sooner.
 */
export function markGuess(attempt: Attempt, questionId: string, isGuess: boolean): Attempt {
  const { guessed } = attempt
  if (hasFinished(attempt) || !attempt.questionIds.includes(questionId) || guessed.includes(questionId) === isGuess) return attempt
  return { ...attempt, guessed: isGuess ? [...guessed, questionId] : without(guessed, questionId) }
}

/**
 * Goes to another question, which can close other questions (see `series.ts`). `from`: the position that the page showed. Does nothing if the
 * position is outside the attempt, or if the question at the position is closed and the attempt is in progress.
 */
export function goTo(attempt: Attempt, position: number, from = attempt.current): Attempt {
  if (!Number.isInteger(position) || position < 0 || position >= attempt.questionIds.length) return attempt
  const questionId = attempt.questionIds[position] ?? ''
  if (isClosed(attempt, questionId) && !hasFinished(attempt)) return attempt
  if (hasFinished(attempt)) return position === attempt.current ? attempt : { ...attempt, current: position }
  // Each tab shows its own question, but the attempt stores only the position of the latest move. The candidate leaves both questions.
  const left = [from, attempt.current].filter((one) => one !== position).map((one) => attempt.questionIds[one] ?? '')
  const next = closeBefore(left.reduce(closeQuestion, see(attempt, left)), questionId)
  return position === next.current ? next : { ...next, current: position }
}

/** Adds questions to the list of questions that a break closes. */
function see(attempt: Attempt, ids: readonly string[]): Attempt {
  const { hasBreaks, seen = [] } = attempt
  const added = [...new Set(ids)].filter((id) => !seen.includes(id))
  return hasBreaks && added.length > 0 ? { ...attempt, seen: [...seen, ...added] } : attempt
}

/** The questions that a break would close: those that the candidate has seen and that are still open. Empty if the attempt has no breaks. */
export function listSeenOpen(attempt: Attempt): string[] {
  const { hasBreaks, seen = [], questionIds, current } = attempt
  if (!hasBreaks) return []
  return questionIds.filter((id, position) => (position === current || seen.includes(id)) && !isClosed(attempt, id))
}

/** Takes a break: closes every question that the candidate has seen, and goes to the first open question. The clock keeps running. */
export function takeBreak(attempt: Attempt, now: number): Attempt {
  if (!attempt.hasBreaks || hasFinished(attempt)) return attempt
  const closed = close(attempt, listSeenOpen(attempt))
  const first = closed.questionIds.findIndex((id) => !isClosed(closed, id))
  return { ...closed, breakAt: now, current: first < 0 ? closed.current : first }
}

/** Adds time that the candidate spent in other windows. */
export function addTimeAway(attempt: Attempt, ms: number): Attempt {
  if (!attempt.hasDocumentation || hasFinished(attempt) || ms <= 0) return attempt
  return { ...attempt, awayMs: (attempt.awayMs ?? 0) + ms }
}

/** Ends the attempt, which is read-only from then on. `unscored`: the questions that do not count. Source: spec §4, 'Finish Exam'. */
export function finish(attempt: Attempt, now: number, unscored?: readonly string[]): Attempt {
  return hasFinished(attempt) ? attempt : { ...attempt, finishedAt: now, ...(unscored && { unscored }) }
}

/**
 * A new attempt at the same set; the old attempt does not change. `questionIds` are the current questions of the set, which may
 * differ from those of the old attempt. Shuffled options get a different order. Source: spec §4, 'Restart Exam'.
 */
export function restart({ certificationId, set, seed }: Attempt, questionIds: readonly string[], now: number): Attempt {
  return start(certificationId, set, questionIds, now, { seed: seed === undefined ? undefined : String(now) })
}

export function hasFinished(attempt: Attempt): boolean {
  return attempt.finishedAt !== null
}

/** Whether there is something to resume: the attempt is in progress and has an answer. */
export function canResume(attempt: Attempt): boolean {
  return !hasFinished(attempt) && Object.keys(attempt.answers).length > 0
}

function without(list: readonly string[], entry: string): string[] {
  return list.filter((other) => other !== entry)
}
