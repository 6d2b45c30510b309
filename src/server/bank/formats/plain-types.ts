/**
 * Converts statements, drop-down, and solution questions to question types that other formats support. A tag records the original type
 * (`own-tags.ts`), so that an import restores the question completely.
 *
 * | question   | written as                                                                                     |
 * |------------|------------------------------------------------------------------------------------------------|
 * | statements | drag and drop of the statements, with the items Yes and No                                     |
 * | solution   | single choice of Yes and No                                                                    |
 * | drop_down  | drag and drop of the blanks, with every choice as an item; the completion is part of the text  |
 */
import { isRecord, type BankQuestion, type RawObject } from '#exam/bank-file/index.ts'
import { listEntered, listPlaces } from '#exam/answer-places.ts'
import { printOwnCompletion, readOwnCompletion } from '#server/bank/formats/own-completion.ts'
import { plainText } from '#exam/plain-text.ts'
import { letterOf, parsePair, yesNo, type QuestionType } from '#exam/question.ts'

/** The types that an export marks with a tag. */
export const restoredTypes = ['statements', 'drop_down', 'solution'] as const satisfies readonly QuestionType[]
export type RestoredType = (typeof restoredTypes)[number]

export function isRestoredType(type: string): type is RestoredType {
  return restoredTypes.some((one) => one === type)
}

/** The question as a single choice, multiple choice, reorder, or drag and drop. */
export function toPlainType(question: BankQuestion): BankQuestion {
  const { type, options, completion, answerKey } = question
  switch (type) {
    case 'statements':
      return {
        ...question,
        type: 'drag_drop',
        // `options` keeps the statements, because their reasons are listed with them.
        pairs: { left: options, right: ['Yes', 'No'] },
        answerKey: answerKey.map((entry, i) => `${i}=${yesNo.findIndex((one) => one === entry)}`),
      }
    case 'solution':
      return {
        ...question,
        type: 'single_choice',
        options: ['Yes', 'No'],
        answerKey: answerKey.map((entry) => (entry === 'yes' ? 'A' : 'B')),
      }
    case 'drop_down': {
      const places = listPlaces(question)
      const items = [...new Set(places.flatMap(({ choices }) => choices.map(({ html }) => html)))]
      const { completion: _, ...rest } = question
      return {
        ...rest,
        type: 'drag_drop',
        text: question.text + (completion ? printOwnCompletion(completion) : ''),
        pairs: { left: places.map(({ prompt }, i) => `${i + 1}. ${prompt}`), right: items },
        answerKey: listEntered(question, answerKey).map((html, i) => `${i}=${items.indexOf(html ?? '')}`),
      }
    }
    case 'single_choice':
    case 'multiple_choice':
    case 'reorder':
    case 'drag_drop':
      return question
  }
}

/** An imported item, converted to the type that its tag names. */
export function fromPlainType(item: RawObject, type: RestoredType): RawObject {
  const key = [item['correct_answer']].flat().filter((entry) => typeof entry === 'string')
  switch (type) {
    case 'statements': {
      const pairs = isRecord(item['pairs']) ? item['pairs'] : {}
      const right = Array.isArray(pairs['right']) ? pairs['right'].map((html) => String(html).toLowerCase()) : []
      const entered = key.flatMap((entry) => parsePair(entry) ?? []).toSorted((a, b) => a.left - b.left)
      return {
        ...item,
        question_type: type,
        options: pairs['left'],
        pairs: null,
        correct_answer: entered.map((pair) => right[pair.right] ?? ''),
      }
    }
    case 'solution': {
      const options = Array.isArray(item['options']) ? item['options'].map((html) => String(html).toLowerCase()) : []
      const entered = key.map((letter) => options.find((_, i) => letterOf(i) === letter) ?? letter)
      return { ...item, question_type: type, options: [], correct_answer: entered }
    }
    case 'drop_down': {
      const { text, completion } = readOwnCompletion(typeof item['text'] === 'string' ? item['text'] : '')
      const pairs = isRecord(item['pairs']) ? item['pairs'] : {}
      const right = Array.isArray(pairs['right']) ? pairs['right'].map((html) => plainText(String(html))) : []
      const entered = key.flatMap((entry) => parsePair(entry) ?? []).toSorted((a, b) => a.left - b.left)
      const choiceOf = (pair: { left: number; right: number }) => completion?.blanks[pair.left]?.choices.indexOf(right[pair.right] ?? '')
      return { ...item, question_type: type, text, pairs: null, completion, correct_answer: entered.map((pair) => String(choiceOf(pair))) }
    }
  }
}
