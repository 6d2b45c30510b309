/** Puts the options of a translation in the order of its question on screen, so that letters and places mean the same in both languages. */
import { orderBlanks, shuffleBlanks, type BlankOrders } from '#exam/blank-order.ts'
import { showAnswer } from '#exam/option-order.ts'
import { shuffleQuestion } from '#exam/planning/simulation.ts'
import { letterOf, positionOf, type Question } from '#exam/question.ts'
import type { DeliveredTranslation } from '#exam/translation.ts'

/** For practice. Accepts the question in bank order or in the order on screen. */
export function orderTranslation(translation: DeliveredTranslation, question: Question, seed: string | undefined): DeliveredTranslation {
  if (seed === undefined) return translation
  if (question.completion) return moveChoices(translation, orderBlanks(question, seed))
  if (question.type !== 'single_choice' && question.type !== 'multiple_choice') return translation
  const onScreen = question.options.map((_, position) => positionOf(showAnswer([letterOf(position)], question, seed)[0] ?? ''))
  const move = <Entry>(list: readonly Entry[]) => list.map((_, position) => list[onScreen.indexOf(position)] as Entry)
  const { options, optionExplanations } = translation
  return { ...translation, options: move(options), optionExplanations: move(optionExplanations) }
}

/** For a simulation. `original`: the question in bank order. */
export function shuffleTranslation(translation: DeliveredTranslation, original: Question, seed: string): DeliveredTranslation {
  if (original.completion) return moveChoices(translation, orderBlanks(original, seed))
  const { options, pairs, optionExplanations } = shuffleQuestion({ ...original, ...translation }, seed)
  return { ...translation, options, pairs, optionExplanations }
}

function moveChoices(translation: DeliveredTranslation, orders: BlankOrders): DeliveredTranslation {
  const { completion } = shuffleBlanks({ ...(translation.completion && { completion: translation.completion }), answerKey: [] }, orders)
  return { ...translation, ...(completion && { completion }) }
}
