/** Rules of simulations: their lengths, shuffling options, sealing questions until submission, and exam points. */
import { minuteMs } from '#exam/duration.ts'
import type { Certification } from '#exam/certification.ts'
import { orderBlanks, shuffleBlanks, storeBlankAnswer } from '#exam/blank-order.ts'
import { canReuseItems } from '#exam/arrangement.ts'
import { isPositional, letterOf, positionOf, parsePair, type AnswerInput, type Question, type QuestionType } from '#exam/question.ts'
import { seededRandom, shuffle } from '#exam/random.ts'
import { startingOrder } from '#exam/step-order.ts'

/** Extra-time factors, for candidates with an extra-time accommodation. */
export const extraTimes = [1, 1.25, 1.5, 2] as const
export type ExtraTime = (typeof extraTimes)[number]

export const lengthNames = ['full', 'half', 'short'] as const
export type LengthName = (typeof lengthNames)[number]

/** `minutes` excludes extra time. */
export type SimulationLength = { readonly name: LengthName; readonly questions: number; readonly minutes: number }

/** Typical values, for exams without published figures. */
const defaultQuestionCount = 50
const defaultMinutes = 100

const lengthShares: Readonly<Record<LengthName, number>> = { full: 1, half: 1 / 2, short: 1 / 5 }
const questionCountMin = 5

/**
 * The lengths to choose from, longest first, with as much time per question as the exam. If the bank is smaller than the exam, there are
 * fewer questions. Empty for an empty bank.
 */
export function listSimulationLengths(
  { questionCount, durationMinutes }: Pick<Certification, 'questionCount' | 'durationMinutes'>,
  bankSize: number,
): SimulationLength[] {
  const examCount = parseQuestionCount(questionCount) ?? defaultQuestionCount
  const minutes = durationMinutes ?? defaultMinutes
  const fullCount = Math.min(examCount, bankSize)
  const lengths: SimulationLength[] = []
  for (const name of lengthNames) {
    const questions = Math.round(fullCount * lengthShares[name])
    if (questions < (name === 'full' ? 1 : questionCountMin)) continue
    lengths.push({ name, questions, minutes: Math.ceil((minutes * questions) / examCount) })
  }
  return lengths
}

/** Middle of a published number of questions: `40-60` → 50. `undefined` for other text. */
export function parseQuestionCount(text: string | null): number | undefined {
  const range = /^(\d+)(?:\D+(\d+))?$/.exec(text ?? '')
  if (!range) return undefined
  const middle = Math.round((Number(range[1]) + Number(range[2] ?? range[1])) / 2)
  return middle > 0 ? middle : undefined
}

/** Milliseconds from start to deadline. */
export function durationMs({
  minutes,
  extraTime,
  addedMinutes = 0,
}: {
  minutes: number
  extraTime: number
  addedMinutes?: number
}): number {
  return Math.round((minutes * extraTime + addedMinutes) * minuteMs)
}

/** The minutes added to a simulation if the exam is not in the candidate's language: the added minutes of the exam, in proportion to the length. */
export function addedMinutesOf({ name }: Pick<SimulationLength, 'name'>, examMinutes: number): number {
  return Math.round(examMinutes * lengthShares[name])
}

/**
 * The question with its options, the right side of its pairs, or the choices of its blanks, shuffled by the seed. Statements are not shuffled.
 * The answer key and option explanations are adjusted. Answers to the shuffled question use its letters and indexes, not those of the bank.
 */
export function shuffleQuestion<Kind extends Question>(question: Kind, seed: string): Kind {
  const { type, options, pairs, answerKey, optionExplanations } = question
  if (question.completion) return shuffleBlanks(question, orderBlanks(question, seed))
  // A statement may depend on the one before it.
  if (type === 'statements') return question
  const order = shuffledOrder(question, seed)
  const reorder = <Entry>(list: readonly Entry[]) => order.flatMap((from) => (from < list.length ? [list[from] as Entry] : []))
  const key = answerKey.map((entry) => moveKeyEntry(entry, type, (from) => order.indexOf(from)))
  return {
    ...question,
    options: reorder(options),
    pairs: pairs && { ...pairs, right: reorder(pairs.right) },
    optionExplanations: optionExplanations.length === 0 ? [] : order.map((from) => optionExplanations[from] ?? null),
    answerKey: type === 'multiple_choice' ? key.toSorted() : key,
  }
}

/**
 * Converts an answer to a question shuffled by {@link shuffleQuestion} to the letters and indexes of the bank. The question itself may be in
 * bank order or shuffled.
 */
export function unshuffleAnswer(answer: AnswerInput, question: ShuffledQuestion, seed: string): AnswerInput {
  const { id, type, options, pairs } = question
  if (type === 'drop_down') return storeBlankAnswer(answer, orderBlanks(question, seed))
  if (type === 'statements') return answer
  const order = shuffledOrder({ id, options, pairs }, seed)
  const moved = answer.map((entry) => (entry === '' ? '' : moveKeyEntry(entry, type, (position) => order[position] ?? -1)))
  return type === 'multiple_choice' ? moved.toSorted() : moved
}

type ShuffledQuestion = Pick<Question, 'id' | 'type' | 'options' | 'pairs' | 'completion'>

/** For each position on screen, the position in the bank. */
function shuffledOrder({ id, options, pairs }: Pick<ShuffledQuestion, 'id' | 'options' | 'pairs'>, seed: string): number[] {
  const positions = (pairs?.right ?? options).map((_, i) => i)
  return shuffle(positions, seededRandom(`${seed} ${id}`))
}

/** Converts an entry of an answer or an answer key, because its option or item has moved. */
function moveKeyEntry(entry: string, type: QuestionType, newIndexOf: (from: number) => number): string {
  switch (type) {
    case 'single_choice':
    case 'multiple_choice':
      return letterOf(newIndexOf(positionOf(entry)))
    case 'reorder':
      return String(newIndexOf(Number(entry)))
    case 'drag_drop': {
      const pair = parsePair(entry)
      return pair ? `${pair.left}=${newIndexOf(pair.right)}` : entry
    }
    case 'statements':
    case 'drop_down':
    case 'solution':
      return entry
  }
}

/** A question without its answer key, for a simulation in progress. `asks`: how many entries a complete answer has. */
export type SealedQuestion = Pick<
  Question,
  'id' | 'type' | 'text' | 'options' | 'pairs' | 'completion' | 'caseStudyId' | 'startingOrder' | 'reusesItems' | 'languages'
> & { readonly asks: number }

/**
 * Removes the answer key and everything that could reveal it. `seed` is not sent: with the seed, a candidate could compute whether the
 * starting order of steps was changed because it was correct.
 */
export function sealQuestion(question: Question, seed: string): SealedQuestion {
  const { id, type, text, options, pairs, completion, caseStudyId, languages, answerKey: key } = question
  return {
    id,
    type,
    text,
    options,
    pairs,
    ...(completion && { completion }),
    caseStudyId,
    asks: key.length,
    ...(type === 'reorder' && { startingOrder: startingOrder(question, seed) }),
    ...(canReuseItems(question) && { reusesItems: true }),
    ...(languages && { languages }),
  }
}

/**
 * A sealed question in the shape that screens use. The answer key has the right length and empty entries, so screens know how many
 * entries to expect. This key cannot be used for grading.
 */
export function unsealForScreen({ asks, ...sealed }: SealedQuestion): Question {
  return {
    ...sealed,
    answerKey: Array.from({ length: asks }, () => ''),
    explanation: '',
    optionExplanations: [],
    reference: '',
    skillArea: '',
    skill: '',
  }
}

/** `of`: the maximum number of points. */
export type EarnedPoints = { readonly points: number; readonly of: number }

/**
 * Points as in the real exams, one per correct entry: a letter, a pair, or the entry of a place. Each letter beyond the required
 * number costs a point, because selecting every letter would otherwise earn all points. Never below 0.
 *
 * | answer key      | answer               | points |
 * |-----------------|----------------------|--------|
 * | `A C`           | `A B`                | 1 of 2 |
 * | `A C`           | `A B C`              | 1 of 2 |
 * | `A C`           | `A B C D`            | 0 of 2 |
 * | `2 0 1`         | `2 1 0`              | 1 of 3 |
 * | `0=1 1=0`       | `0=1`                | 1 of 2 |
 * | `yes no no`     | `yes yes`            | 1 of 3 |
 */
export function examPoints(answer: AnswerInput, { type, answerKey: key }: Pick<Question, 'type' | 'answerKey'>): EarnedPoints {
  if (isPositional(type)) return { points: key.filter((item, slot) => answer[slot] === item).length, of: key.length }
  const entries = new Set(answer)
  const correct = key.filter((entry) => entries.has(entry)).length
  const surplus = Math.max(0, entries.size - key.length)
  return { points: Math.max(0, correct - surplus), of: key.length }
}

export function sumPoints(all: readonly EarnedPoints[]): EarnedPoints {
  return all.reduce((sum, { points, of }) => ({ points: sum.points + points, of: sum.of + of }), { points: 0, of: 0 })
}
