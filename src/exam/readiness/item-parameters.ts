/** The difficulty of a question, and the chance of answering it correctly by guessing. */
import type { Question } from '#exam/question.ts'
import { prior, type ItemParameters } from '#exam/readiness/ability.ts'

/** `difficulty`: as in bank files, from 1 to 3, or `null`. `answered` and `correct`: counts over all candidates. */
export type RatedQuestion = Pick<Question, 'type' | 'options' | 'pairs' | 'completion' | 'answerKey'> & {
  readonly difficulty: number | null
  readonly answered: number
  readonly correct: number
}

/** With at least this many answers, the difficulty is computed from them instead of the bank file. */
export const minRatedAnswers = 20

const statedDifficulties: Partial<Record<number, number>> = { 1: -0.6, 2: 0, 3: 0.6 }

export function readItemParameters(question: RatedQuestion): ItemParameters {
  const chance = guessChance(question)
  const { answered, correct } = question
  if (answered < minRatedAnswers) return { chance, difficulty: statedDifficulties[question.difficulty ?? 2] ?? 0 }
  // Two assumed answers keep the difficulty finite if all candidates, or none, have answered correctly.
  const known = Math.max(0.02, (correct + 1) / (answered + 2) - chance) / (1 - chance)
  const share = Math.min(0.98, Math.max(0.02, known))
  return { chance, difficulty: prior.mean - Math.log(share / (1 - share)) }
}

/** The probability that a complete answer chosen at random is correct. */
export function guessChance({
  type,
  options,
  pairs,
  completion,
  answerKey,
}: Omit<RatedQuestion, 'difficulty' | 'answered' | 'correct'>): number {
  switch (type) {
    case 'single_choice':
      return 1 / Math.max(2, options.length)
    case 'multiple_choice':
      return 1 / Math.max(2, countCombinations(options.length, answerKey.length))
    case 'reorder':
      return 1 / Math.max(2, countArrangements(options.length, answerKey.length))
    case 'drag_drop':
      return 1 / Math.max(2, countArrangements(pairs?.right.length ?? 0, answerKey.length))
    case 'statements':
    case 'solution':
      return 1 / 2 ** Math.max(1, answerKey.length)
    case 'drop_down':
      return (
        1 /
        Math.max(
          2,
          (completion?.blanks ?? []).reduce((product, { choices }) => product * choices.length, 1),
        )
      )
  }
}

function countArrangements(count: number, places: number): number {
  let arrangements = 1
  for (let i = 0; i < places; i += 1) arrangements *= Math.max(1, count - i)
  return arrangements
}

function countCombinations(count: number, chosen: number): number {
  return countArrangements(count, chosen) / countArrangements(chosen, chosen)
}
