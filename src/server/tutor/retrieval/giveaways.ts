/**
 * Which material of other questions could give an answer away before it is revealed. The rules treat all choices of the asked question
 * alike, because they do not know which ones are correct. So leaving out material reveals nothing about the answer key either.
 */
import { listEntered } from '#exam/answer-places.ts'
import { listSentences, similarityOf, stemsOf } from '#exam/help/help-texts.ts'
import { isNearDuplicate, wordingOf } from '#exam/near-duplicate.ts'
import { plainText } from '#exam/plain-text.ts'
import { positionOf, type Question } from '#exam/question.ts'
import type { AskedQuestion } from '#server/tutor/retrieval/passage.ts'

/** Texts that have at least this share of their words in common say the same thing. */
const sameWords = 0.8
/** A choice with fewer words is a term, which texts on the same subject naturally use. */
const statementStemsMin = 4

type OtherQuestion = Pick<Question, 'type' | 'text' | 'options' | 'pairs' | 'completion' | 'answerKey'>

/** Whether the other question is a near duplicate, or its answer is also a choice of the asked question. */
export function givesAway(other: OtherQuestion, asked: AskedQuestion): boolean {
  if (isNearDuplicate(wordingOf(other), wordingOf(asked))) return true
  const choices = choicesOf(asked)
  const answers = answersOf(other)
  const shared = answers.filter((answer) => choices.some((choice) => isSameChoice(answer, choice)))
  // The answer of a reorder or matching question is all of its items.
  const isWholeAnswer = other.type === 'reorder' || other.type === 'drag_drop'
  return isWholeAnswer ? shared.length * 2 >= answers.length && shared.length > 0 : shared.length > 0
}

/** Whether a sentence of the text has all significant words of a choice that is more than a term. */
export function statesChoice(text: string, asked: AskedQuestion): boolean {
  return hasChoice(listSentences(text), asked, statementStemsMin)
}

/** Whether a text has all significant words of a choice, even if the choice is only a term. */
export function mentionsChoice(text: string, asked: AskedQuestion): boolean {
  return hasChoice([text], asked, 1)
}

function hasChoice(texts: readonly string[], asked: AskedQuestion, stemsMin: number): boolean {
  const choices = choicesOf(asked)
    .map((choice) => [...stemsOf(choice)])
    .filter((stems) => stems.length >= stemsMin)
  if (choices.length === 0) return false
  return texts.map(stemsOf).some((said) => choices.some((stems) => stems.every((stem) => said.has(stem))))
}

/** Creates a check for whether a text repeats one of these sentences: a sentence of the text has at least 80% of its significant words. */
export function createRepetitionCheck(sentences: readonly string[]): (text: string) => boolean {
  const known = sentences.map((sentence) => [...stemsOf(sentence)]).filter(({ length }) => length > 0)
  return (text) => {
    const said = listSentences(text).map(stemsOf)
    return known.some((stems) => said.some((sentence) => stems.filter((stem) => sentence.has(stem)).length >= sameWords * stems.length))
  }
}

/** Creates a check for whether a text must not be shown before the reveal: it states a choice, or repeats a sentence of the explanations. */
export function createGiveawayCheck(asked: AskedQuestion, explanations: readonly string[]): (text: string) => boolean {
  const repeatsExplanation = createRepetitionCheck(explanations)
  return (text) => statesChoice(text, asked) || repeatsExplanation(text)
}

function answersOf(question: OtherQuestion): string[] {
  const { type, options, pairs, answerKey } = question
  if (type === 'reorder') return options.map(plainText)
  if (type === 'drag_drop') return [...(pairs?.left ?? []), ...(pairs?.right ?? [])].map(plainText)
  if (type === 'statements') return options.map(plainText)
  if (type === 'drop_down' || type === 'solution') return listEntered(question, answerKey).map((html) => plainText(html ?? ''))
  return answerKey.map((letter) => plainText(options[positionOf(letter)] ?? ''))
}

function choicesOf({ options, pairs, completion }: AskedQuestion): string[] {
  const choices = (completion?.blanks ?? []).flatMap((blank) => blank.choices)
  return [...[...options, ...(pairs?.left ?? []), ...(pairs?.right ?? [])].map(plainText), ...choices]
}

/** Texts without significant words, such as formulas, are the same only if they are identical. */
function isSameChoice(one: string, other: string): boolean {
  return one === other || similarityOf(one, other) >= sameWords
}
