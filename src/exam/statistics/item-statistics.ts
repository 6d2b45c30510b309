/**
 * Item statistics: what the answers to one version of a question say about the question.
 *
 * Facility and discrimination are those of Moodle's quiz statistics, https://docs.moodle.org/dev/Quiz_statistics_calculations: the facility
 * index is the mean score as a share of the maximum, and the discrimination index is the correlation between the score on the question and the
 * score on the rest of the attempt, C(x, X) / sqrt(V(x) V(X)). Moodle prints both in percent. In Moodle, all attempts of a quiz have the same
 * questions, and the rest score is a sum. The questions of our attempts differ, so the rest score is the share of correct answers among the
 * other answers that count, rounded to thousandths. For attempts with the same number of answers, both give the same correlation.
 *
 * Everything is computed from the sums of an `ItemTally`. Exact: the number of answers, facility, share of guesses, each entry's share of
 * all answers, and discrimination up to the rounding of the rest score. From bins: the upper group, the lower group, and the median time.
 * The last bin of a group counts only in part, as needed to complete the group, as if the rest scores in that bin were tied. The median
 * time is in the right bin, so its error is at most 10%.
 */
import type { Question } from '#exam/question.ts'
import {
  listAllEntries,
  listStatisticsEntries,
  restBinMax,
  timeAt,
  timeBins,
  type ItemTally,
  type StatisticsQuestion,
} from '#exam/statistics/item-tally.ts'

/** With fewer answers, no statistics are shown. */
export const statisticsAnswersMin = 20

/** Each group is 27% of the answers: those with the highest and those with the lowest rest scores. */
export const groupShare = 0.27

/** Why a question should be reviewed. `entries`: the affected entries. */
export type ItemFlag =
  | { kind: 'negativeDiscrimination' }
  /** The upper group chose these entries more often than a correct entry for the same place. */
  | { kind: 'distractorAboveKey'; entries: readonly string[] }
  /** No one chose these options. Only single-choice and multiple-choice questions can have this flag. */
  | { kind: 'unusedDistractor'; entries: readonly string[] }

/**
 * An entry as in `listAllEntries`, and the share of answers with this entry, from 0 to 1: among all answers, in the upper group, and in the
 * lower group.
 */
export type EntryShares = { entry: string; isKey: boolean; all: number; upper: number; lower: number }

/** Shares are from 0 to 1, discrimination indexes from -1 to 1. `discrimination` is `null` when it cannot be computed. */
export type ItemStatistics = {
  answers: number
  facility: number
  discrimination: number | null
  groupDiscrimination: number
  guessShare: number
  medianMs: number
  entries: EntryShares[]
  flags: ItemFlag[]
}

/** `undefined` with too few answers. */
export function computeItemStatistics(tally: ItemTally, question: StatisticsQuestion): ItemStatistics | undefined {
  const answers = tally['answers'] ?? 0
  if (answers < statisticsAnswersMin) return undefined
  const discrimination = computeDiscrimination(tally)
  const entries = listEntryShares(tally, question)
  return {
    answers,
    facility: (tally['correct'] ?? 0) / answers,
    discrimination,
    groupDiscrimination: shareInGroup(tally, 'upper', 'correct') - shareInGroup(tally, 'lower', 'correct'),
    guessShare: (tally['guesses'] ?? 0) / answers,
    medianMs: findMedianMs(tally),
    entries,
    flags: listFlags(discrimination, entries, question),
  }
}

/** The correlation between the score on the question, 0 or 1, and the rest score. `null` if either of them is the same for all answers. */
export function computeDiscrimination(tally: ItemTally): number | null {
  const { answers = 0, correct = 0, rest = 0, restSquared = 0, restOfCorrect = 0 } = tally
  // Variances and covariance, each multiplied by the square of the number of answers. The products are whole numbers, so the comparisons
  // with 0 are exact.
  const scoreVariance = answers * correct - correct * correct
  const restVariance = answers * restSquared - rest * rest
  if (scoreVariance <= 0 || restVariance <= 0) return null
  return (answers * restOfCorrect - correct * rest) / Math.sqrt(scoreVariance * restVariance)
}

/** The share of a group's answers that are correct or have an entry, from the bins. */
function shareInGroup(tally: ItemTally, group: 'upper' | 'lower', name: 'correct' | { entry: string }): number {
  const size = (tally['answers'] ?? 0) * groupShare
  let missing = size
  let sum = 0
  for (let i = 0; i <= restBinMax && missing > 0; i++) {
    const bin = group === 'lower' ? i : restBinMax - i
    const inBin = tally[`rest:${bin}`] ?? 0
    if (inBin === 0) continue
    const counted = tally[name === 'correct' ? `correct:${bin}` : `entry:${bin}:${name.entry}`] ?? 0
    const part = Math.min(1, missing / inBin)
    sum += counted * part
    missing -= inBin
  }
  return size === 0 ? 0 : sum / size
}

function listEntryShares(tally: ItemTally, question: StatisticsQuestion): EntryShares[] {
  const key = new Set(listStatisticsEntries(question.answerKey, question))
  const answers = tally['answers'] ?? 0
  return listAllEntries(question).map((entry) => ({
    entry,
    isKey: key.has(entry),
    all: countEntry(tally, entry) / answers,
    upper: shareInGroup(tally, 'upper', { entry }),
    lower: shareInGroup(tally, 'lower', { entry }),
  }))
}

function countEntry(tally: ItemTally, entry: string): number {
  return Array.from({ length: restBinMax + 1 }, (_, bin) => tally[`entry:${bin}:${entry}`] ?? 0).reduce((sum, count) => sum + count)
}

function findMedianMs(tally: ItemTally): number {
  const half = (tally['answers'] ?? 0) / 2
  let before = 0
  for (let bin = 0; bin < timeBins; bin++) {
    const inBin = tally[`time:${bin}`] ?? 0
    if (inBin > 0 && before + inBin >= half) return Math.round(timeAt(bin + (half - before) / inBin))
    before += inBin
  }
  return timeAt(timeBins)
}

function listFlags(discrimination: number | null, entries: readonly EntryShares[], { type }: Pick<Question, 'type'>): ItemFlag[] {
  const isChoice = type === 'single_choice' || type === 'multiple_choice'
  // Letters have no place, so all options are compared with each other.
  const placeOf = ({ entry }: EntryShares) => /^(\d+)=/.exec(entry)?.[1]
  const above = entries.filter((one) => {
    const key = entries.filter((other) => other.isKey && placeOf(other) === placeOf(one)).map(({ upper }) => upper)
    return !one.isKey && key.length > 0 && one.upper > Math.min(...key) + rounding
  })
  const unused = isChoice ? entries.filter(({ isKey, all }) => !isKey && all === 0) : []
  return [
    ...(discrimination !== null && discrimination < 0 ? [{ kind: 'negativeDiscrimination' as const }] : []),
    ...(above.length > 0 ? [{ kind: 'distractorAboveKey' as const, entries: above.map(({ entry }) => entry) }] : []),
    ...(unused.length > 0 ? [{ kind: 'unusedDistractor' as const, entries: unused.map(({ entry }) => entry) }] : []),
  ]
}

/** Shares that should be equal may differ by rounding errors. */
const rounding = 1e-9
