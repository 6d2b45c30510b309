/**
 * Simulations: a draw of questions like an exam's, sealed until it is submitted. How long one is, which questions are drawn,
 * in which order their options stand, what may be shown before the end, and the points of an answer.
 *
 * Chance comes as a function that gives numbers from 0 up to, but never, 1; `randomOf` makes one of a text.
 */
import { midWeight } from '#exam/certification.ts'
import type { Certification, SkillArea } from '#exam/certification.ts'
import { letterOf, positionOf, parsePair } from '#exam/question.ts'
import type { AnswerInput, Question } from '#exam/question.ts'

/** Factors on the time, for those who are granted more of it in the exam, too. */
export const extraTimes = [1, 1.25, 1.5, 2] as const
export type ExtraTime = (typeof extraTimes)[number]

export const lengthNames = ['full', 'half', 'short'] as const
export type LengthName = (typeof lengthNames)[number]

/** How many questions in how many minutes, before any extra time. */
export type SimulationLength = { readonly name: LengthName; readonly questions: number; readonly minutes: number }

/** What exams of this kind have, where nobody published a figure. */
const usualQuestions = 50
const usualMinutes = 100

/** Parts of a full length, and the fewest questions that are worth a clock. */
const lengthShares: Readonly<Record<LengthName, number>> = { full: 1, half: 1 / 2, short: 1 / 5 }
const questionCountMin = 5

/**
 * The lengths to choose from, longest first, as many questions a minute as in the exam. A bank that is smaller than the exam
 * gives what it has. Empty when it has nothing.
 */
export function listSimulationLengths(
  { questionCount, durationMinutes }: Pick<Certification, 'questionCount' | 'durationMinutes'>,
  bankSize: number,
): SimulationLength[] {
  const inExam = parseQuestionCount(questionCount) ?? usualQuestions
  const minutes = durationMinutes ?? usualMinutes
  const most = Math.min(inExam, bankSize)
  const lengths: SimulationLength[] = []
  for (const name of lengthNames) {
    const questions = Math.round(most * lengthShares[name])
    if (questions < (name === 'full' ? 1 : questionCountMin)) continue
    lengths.push({ name, questions, minutes: Math.ceil((minutes * questions) / inExam) })
  }
  return lengths
}

/** Middle of the published number of questions: `40-60` → 50. `undefined` for what names no number. */
export function parseQuestionCount(text: string | null): number | undefined {
  const range = /^(\d+)(?:\D+(\d+))?$/.exec(text ?? '')
  if (!range) return undefined
  const middle = Math.round((Number(range[1]) + Number(range[2] ?? range[1])) / 2)
  return middle > 0 ? middle : undefined
}

/** Milliseconds from the start to the end. */
export function durationMs({ minutes, extraTime }: { minutes: number; extraTime: number }): number {
  return Math.round(minutes * extraTime * 60_000)
}

type DrawableQuestion = Pick<Question, 'id' | 'skillArea' | 'caseStudyId'>

/**
 * Draws questions as the outline weighs its areas, in the order they are asked. Questions of a case study follow each other in
 * the order of the bank, and come all or not at all; only where nothing else is left to reach the number is one divided.
 * Areas that have too few questions leave their places to the others.
 */
export function drawQuestions<Kind extends DrawableQuestion>(
  questions: readonly Kind[],
  areas: readonly Pick<SkillArea, 'name' | 'weightMin' | 'weightMax'>[],
  count: number,
  random: () => number,
): Kind[] {
  const names = areas.map(({ name }) => name)
  // Questions of areas that the outline does not have weigh nothing and are last in line.
  const areaOf = ({ skillArea }: Kind) => (names.includes(skillArea) ? names.indexOf(skillArea) : names.length)
  const sizes = [...names, ''].map((_, area) => questions.filter((one) => areaOf(one) === area).length)
  const quotas = apportion(count, [...areas.map(midWeight), 0], sizes)

  const units = unitsOf(questions)
  let best = fill(shuffle(units, random), areaOf, quotas)
  // Whether an area is filled may depend on which case study came first.
  for (let round = 1; round < rounds && best.missing > 0; round += 1) {
    const other = fill(shuffle(units, random), areaOf, quotas)
    if (other.missing < best.missing) best = other
  }
  const { drawn, spare } = best
  let { missing } = best
  // Where a case study was too large for what is left of its area, the smallest units fill up.
  for (const unit of spare.toSorted((a, b) => a.length - b.length)) {
    if (missing === 0) break
    const taken = unit.slice(0, missing)
    drawn.push(taken)
    missing -= taken.length
  }
  return shuffle(drawn, random).flat()
}

const rounds = 20

/** Takes what comes first, as long as its areas have places for all of it. */
function fill<Kind>(units: readonly (readonly Kind[])[], areaOf: (one: Kind) => number, quotas: readonly number[]) {
  const drawn: (readonly Kind[])[] = []
  const spare: (readonly Kind[])[] = []
  const room = [...quotas]
  for (const unit of units) {
    const needed = room.map((_, area) => unit.filter((one) => areaOf(one) === area).length)
    const fits = needed.every((number, area) => number <= (room[area] ?? 0))
    ;(fits ? drawn : spare).push(unit)
    if (fits) needed.forEach((number, area) => (room[area] = (room[area] ?? 0) - number))
  }
  return { drawn, spare, missing: room.reduce((sum, places) => sum + places, 0) }
}

/** What is drawn at once: one question, or all of a case study. */
function unitsOf<Kind extends DrawableQuestion>(questions: readonly Kind[]): Kind[][] {
  const units = new Map<string, Kind[]>()
  for (const question of questions) {
    const name = question.caseStudyId ?? question.id
    units.set(name, [...(units.get(name) ?? []), question])
  }
  return [...units.values()]
}

/**
 * Divides a whole number in proportion to weights by the largest remainder, and gives nobody more than it can take; of equal
 * remainders the first. `[22.5, 32.5, 45]` for 20 → `[5, 6, 9]`.
 */
export function apportion(count: number, weights: readonly number[], sizes: readonly number[]): number[] {
  const given = sizes.map(() => 0)
  let left = Math.min(
    count,
    sizes.reduce((sum, size) => sum + size, 0),
  )
  let open = sizes.flatMap((size, i) => (size > 0 ? [i] : []))
  while (left > 0) {
    const weighs = open.some((i) => (weights[i] ?? 0) > 0)
    const weight = (i: number) => (weighs ? (weights[i] ?? 0) : 1)
    const total = open.reduce((sum, i) => sum + weight(i), 0)
    const share = (i: number) => (left * weight(i)) / total
    const full = open.filter((i) => share(i) >= (sizes[i] ?? 0))
    if (full.length === 0) {
      distributeRemainder(given, open, share, left)
      break
    }
    for (const i of full) given[i] = sizes[i] ?? 0
    left -= full.reduce((sum, i) => sum + (sizes[i] ?? 0), 0)
    open = open.filter((i) => !full.includes(i))
  }
  return given
}

function distributeRemainder(given: number[], open: readonly number[], share: (i: number) => number, count: number): void {
  for (const i of open) given[i] = Math.floor(share(i))
  const left = count - open.reduce((sum, i) => sum + Math.floor(share(i)), 0)
  // Rounded, so that what is equal on paper is equal here.
  const remainder = (i: number) => Math.round((share(i) % 1) * 1e9)
  const byRemainder = open.toSorted((a, b) => remainder(b) - remainder(a))
  for (const i of byRemainder.slice(0, left)) given[i] = (given[i] ?? 0) + 1
}

/** The entries in an order of chance; each order is as likely as any other. */
export function shuffle<Entry>(list: readonly Entry[], random: () => number): Entry[] {
  const left = [...list]
  return list.map(() => left.splice(Math.floor(random() * left.length), 1)[0] as Entry)
}

/** Chance that is the same for the same text: a hash of it, counted on and mixed (SplitMix, 32 bits). */
export function seededRandom(seed: string): () => number {
  let state = 0
  for (const character of seed) state = mix(state ^ (character.codePointAt(0) ?? 0))
  return () => {
    state = (state + 0x9e3779b9) | 0
    return (mix(state) >>> 0) / 2 ** 32
  }
}

function mix(number: number): number {
  const once = Math.imul(number ^ (number >>> 16), 0x21f0aaad)
  const twice = Math.imul(once ^ (once >>> 15), 0x735a2d97)
  return (twice ^ (twice >>> 15)) | 0
}

/**
 * The question with its choices, its steps or the right side of its pairs in the order that the seed gives; the key and what is
 * said of the options follow. Answers to it name its letters and places, not those of the bank.
 */
export function shuffleQuestion<Kind extends Question>(question: Kind, seed: string): Kind {
  const random = seededRandom(`${seed} ${question.id}`)
  const { options, pairs, answerKey: key, optionExplanations } = question
  const length = pairs ? pairs.right.length : options.length
  const order = shuffle(
    Array.from({ length }, (_, i) => i),
    random,
  )
  const moved = <Entry>(list: readonly Entry[]) => order.flatMap((from) => (from < list.length ? [list[from] as Entry] : []))
  const placeOf = (from: number) => order.indexOf(from)
  switch (question.type) {
    case 'single_choice':
    case 'multiple_choice':
      return {
        ...question,
        options: moved(options),
        optionExplanations: optionExplanations.length === 0 ? [] : order.map((from) => optionExplanations[from] ?? null),
        answerKey: key.map((letter) => letterOf(placeOf(positionOf(letter)))).toSorted(),
      }
    case 'reorder':
      return {
        ...question,
        options: moved(options),
        optionExplanations: optionExplanations.length === 0 ? [] : order.map((from) => optionExplanations[from] ?? null),
        answerKey: key.map((step) => String(placeOf(Number(step)))),
      }
    case 'drag_drop':
      return {
        ...question,
        pairs: pairs && { ...pairs, right: moved(pairs.right) },
        answerKey: key.map((text) => {
          const pair = parsePair(text)
          return pair ? `${pair.left}=${placeOf(pair.right)}` : text
        }),
      }
  }
}

/** What may be seen of a question before the simulation is submitted. `asks`: how many entries a whole answer has. */
export type SealedQuestion = Pick<Question, 'id' | 'type' | 'text' | 'options' | 'pairs' | 'caseStudyId'> & { readonly asks: number }

/** Leaves out the key and everything that tells of it. */
export function sealQuestion({ id, type, text, options, pairs, caseStudyId, answerKey: key }: Question): SealedQuestion {
  return { id, type, text, options, pairs, caseStudyId, asks: key.length }
}

/**
 * A sealed question in the form that screens take. Its key is as long as the real one and empty: it can be filled in, and it
 * can be asked whether it is; nothing can be graded by it.
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

/** `of`: the most there can be. */
export type EarnedPoints = { readonly points: number; readonly of: number }

/**
 * Points as exams of this kind give them: one for each right part of the answer, that is a letter, a step at its place or a pair.
 * Letters beyond the number asked for cost one each, since choosing all of them would earn everything; never less than 0.
 *
 * | key             | answer               | points |
 * |-----------------|----------------------|--------|
 * | `A C`           | `A B`                | 1 of 2 |
 * | `A C`           | `A B C`              | 1 of 2 |
 * | `A C`           | `A B C D`            | 0 of 2 |
 * | `2 0 1`         | `2 1 0`              | 1 of 3 |
 * | `0=1 1=0`       | `0=1`                | 1 of 2 |
 */
export function examPoints(answer: AnswerInput, { type, answerKey: key }: Pick<Question, 'type' | 'answerKey'>): EarnedPoints {
  if (type === 'reorder') return { points: key.filter((step, place) => answer[place] === step).length, of: key.length }
  const given = new Set(answer)
  const right = key.filter((entry) => given.has(entry)).length
  const beyond = Math.max(0, given.size - key.length)
  return { points: Math.max(0, right - beyond), of: key.length }
}

/** Points of several answers together. */
export function sumPoints(all: readonly EarnedPoints[]): EarnedPoints {
  return all.reduce((sum, one) => ({ points: sum.points + one.points, of: sum.of + one.of }), { points: 0, of: 0 })
}
