/**
 * The steps of a reorder question as one list: the places to fill, then the steps that are not used.
 *
 * As long as the answer is blank, the screen shows a starting order. This order does not count as an answer: it is not recorded before the
 * candidate moves a step, and it is never the correct order.
 */
import { parseArrangement, type Arrangement, type ArrangementQuestion } from '#exam/arrangement.ts'
import { isBlank, type AnswerInput, type Question } from '#exam/question.ts'
import { seededRandom, shuffle } from '#exam/random.ts'

/** `places`: the step in each place, or `null` for a gap. `unused`: the other steps. Steps are indexes of options. */
export type StepOrder = { readonly places: Arrangement; readonly unused: readonly number[] }

/** The steps in an order that the seed determines. Unless there is only one step, this order is never the answer key. */
export function startingOrder(question: Pick<Question, 'id' | 'options' | 'answerKey'>, seed: string): readonly number[] {
  const { id, options, answerKey } = question
  const random = seededRandom(`${seed} ${id}`)
  const order = shuffle(
    options.map((_, step) => step),
    random,
  )
  const isKey = answerKey.every((step, place) => String(order[place]) === step)
  const [first, second, ...others] = order
  return isKey && first !== undefined && second !== undefined ? [second, first, ...others] : order
}

/** The order on screen: the answer, or the starting order for a blank answer. */
export function parseStepOrder(question: ArrangementQuestion, answer: AnswerInput, starting: readonly number[]): StepOrder {
  // The only order of a single step would be the correct one.
  const shown = isBlank(answer) && starting.length > 1 ? starting.map(String) : answer
  const places = parseArrangement(question, shown)
  return { places, unused: starting.filter((step) => !places.includes(step)) }
}

/** The places after a step has moved. Positions count from 0 through the places and then the unused steps. */
export function moveStep({ places, unused }: StepOrder, from: number, to: number): Arrangement {
  const list = [...places, ...unused]
  const [step] = list.splice(from, 1)
  if (step === undefined) return places
  list.splice(to, 0, step)
  // A step that moves into the places fills a gap, if there is one, so that no other step is pushed out.
  const gap = from >= places.length && to < places.length ? list.indexOf(null) : -1
  if (gap !== -1) list.splice(gap, 1)
  return list.slice(0, places.length)
}

/** The places after an unused step has taken the first gap, or the last place. */
export function addStep(order: StepOrder, step: number): Arrangement {
  const { places, unused } = order
  if (!places.includes(null)) return moveStep(order, places.length + unused.indexOf(step), places.length - 1)
  const gap = places.indexOf(null)
  return places.map((before, place) => (place === gap ? step : before))
}
