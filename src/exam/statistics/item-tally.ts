/**
 * The counts behind the statistics of one version of a question: named whole numbers. Tallies are added number by number, in any order, so
 * a database can update a tally without reading earlier answers again.
 *
 * | number                | meaning                                                            |
 * |-----------------------|--------------------------------------------------------------------|
 * | `answers`             | all answers                                                        |
 * | `correct`, `guesses`  | answers that are correct; answers that are marked as a guess       |
 * | `rest`, `restSquared` | sum of the rest scores; sum of their squares                       |
 * | `restOfCorrect`       | sum of the rest scores of the correct answers                      |
 * | `time:7`              | answers whose time is in bin 7                                     |
 * | `rest:14`             | answers whose rest score is in bin 14                              |
 * | `correct:14`          | correct answers whose rest score is in bin 14                      |
 * | `entry:14:C`          | answers with the entry C whose rest score is in bin 14             |
 *
 * The sums are exact. A bin covers 5 points of the rest score, or 10% of the time.
 */
import { listPlaces } from '#exam/answer-places.ts'
import { isPositional, letterOf, type AnswerInput, type Question } from '#exam/question.ts'

export type ItemTally = Readonly<Record<string, number>>

/** The fields of a question that its statistics need. */
export type StatisticsQuestion = Pick<Question, 'type' | 'options' | 'pairs' | 'completion' | 'answerKey'>

/**
 * One answer that counts. `rest`: the share of correct answers among the other answers of the attempt, in thousandths. `entries`: as
 * `listStatisticsEntries` lists them.
 */
export type CountedAnswer = { isCorrect: boolean; isGuess: boolean; timeMs: number; rest: number; entries: readonly string[] }

/** The rest score is a whole number from 0 to this, so that its sums are exact. */
export const restMax = 1_000
const restPerBin = 50
export const restBinMax = restMax / restPerBin

/** An answer under this time is left out of the statistics. */
export const quickAnswerMs = 2_000
/** A longer time counts as this time. */
const longAnswerMs = 600_000
const timeStep = 1.1

export function tallyAnswer({ isCorrect, isGuess, timeMs, rest, entries }: CountedAnswer): ItemTally {
  const bin = Math.floor(rest / restPerBin)
  const tally: Record<string, number> = { answers: 1, rest, restSquared: rest * rest, [`time:${timeBin(timeMs)}`]: 1, [`rest:${bin}`]: 1 }
  if (isCorrect) Object.assign(tally, { correct: 1, restOfCorrect: rest, [`correct:${bin}`]: 1 })
  if (isGuess) tally['guesses'] = 1
  for (const entry of entries) tally[`entry:${bin}:${entry}`] = 1
  return tally
}

export function addTallies(tallies: readonly ItemTally[]): ItemTally {
  const sums: Record<string, number> = {}
  for (const tally of tallies) for (const [name, count] of Object.entries(tally)) sums[name] = (sums[name] ?? 0) + count
  return sums
}

function timeBin(timeMs: number): number {
  const bounded = Math.min(longAnswerMs, Math.max(quickAnswerMs, timeMs))
  return Math.floor(Math.log(bounded / quickAnswerMs) / Math.log(timeStep))
}

/** Converts a position in the time bins to milliseconds: 3.5 is the middle of bin 3. */
export function timeAt(place: number): number {
  return quickAnswerMs * timeStep ** place
}

/** The number of time bins. */
export const timeBins = timeBin(longAnswerMs) + 1

/**
 * The entries of an answer, without duplicates: letters of options, or otherwise `place=item`, such as `0=2` or `1=yes`. A place is a slot,
 * prompt, statement, or blank. Entries that the question does not have are left out.
 */
export function listStatisticsEntries(answer: AnswerInput, question: StatisticsQuestion): string[] {
  const given = isPositional(question.type) ? answer.map((item, slot) => `${slot}=${item}`) : answer
  const known = new Set(listAllEntries(question))
  return [...new Set(given)].filter((entry) => known.has(entry))
}

/** Every entry that an answer to the question can have, in the order of the question. */
export function listAllEntries(question: StatisticsQuestion): string[] {
  const { type, options, pairs, answerKey } = question
  switch (type) {
    case 'single_choice':
    case 'multiple_choice':
      return options.map((_, position) => letterOf(position))
    case 'reorder':
      return answerKey.flatMap((_, slot) => options.map((_, item) => `${slot}=${item}`))
    case 'drag_drop':
      return (pairs?.left ?? []).flatMap((_, prompt) => (pairs?.right ?? []).map((_, item) => `${prompt}=${item}`))
    case 'statements':
    case 'drop_down':
    case 'solution':
      return listPlaces(question).flatMap(({ choices }, place) => choices.map(({ entry }) => `${place}=${entry}`))
  }
}
