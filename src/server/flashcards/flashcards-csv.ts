/** Flashcards as a CSV table with plain text. */
import { listEntered, listPlaces } from '#exam/answer-places.ts'
import { printCompletion } from '#exam/completion.ts'
import { plainText } from '#exam/plain-text.ts'
import { letterOf, parsePair, type Question } from '#exam/question.ts'
import { byteOrderMark, printCsvLine } from '#server/bank/index.ts'

const columns = ['Question ID', 'Skill area', 'Type', 'Question', 'Choices', 'Answer', 'Explanation', 'Option reasons', 'Reference']

export function printFlashcardsCsv(questions: readonly Question[]): string {
  return byteOrderMark + [columns, ...questions.map(printRow)].map(printCsvLine).join('')
}

function printRow(question: Question): string[] {
  const { id, skillArea, type, text, explanation, optionExplanations, reference } = question
  const reasons = optionExplanations.flatMap((reason, position) => (reason ? `${letterOf(position)}. ${plainText(reason)}` : []))
  return [
    id,
    skillArea,
    type,
    plainText(text),
    formatChoices(question).join('\n'),
    formatAnswer(question).join('\n'),
    plainText(explanation),
    reasons.join('\n'),
    reference,
  ]
}

function formatChoices(question: Question): string[] {
  const { type, options, pairs, completion } = question
  if (type === 'drag_drop')
    return [
      ...(pairs?.left ?? []).map((prompt) => `${plainText(prompt)} → ?`),
      ...(pairs?.right ?? []).map((item) => `• ${plainText(item)}`),
    ]
  if (type === 'reorder') return options.map((step) => `• ${plainText(step)}`)
  const places = listPlaces(question)
  if (places.length > 0)
    return [
      ...(completion ? [plainText(printCompletion(completion, (blank) => `[${blank + 1}]`))] : []),
      ...places.map(({ prompt, choices }, i) => `${i + 1}. ${plainText(prompt)} ${choices.map(({ html }) => plainText(html)).join(' / ')}`),
    ]
  return options.map((option, position) => `${letterOf(position)}. ${plainText(option)}`)
}

function formatAnswer(question: Question): string[] {
  const { type, options, pairs, answerKey } = question
  if (type === 'reorder') return answerKey.map((index, position) => `${position + 1}. ${plainText(options[Number(index)] ?? '')}`)
  if (listPlaces(question).length > 0) return listEntered(question, answerKey).map((html, i) => `${i + 1}. ${plainText(html ?? '')}`)
  if (type !== 'drag_drop') return [answerKey.join(', ')]
  return answerKey.flatMap((entry) => {
    const pair = parsePair(entry)
    return pair ? `${plainText(pairs?.left[pair.left] ?? '')} → ${plainText(pairs?.right[pair.right] ?? '')}` : []
  })
}
