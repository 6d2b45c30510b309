import { describe, expect, test } from 'vitest'
import { showQuestion } from '#exam/option-order.ts'
import { shuffleQuestion } from '#exam/planning/simulation.ts'
import type { Question } from '#exam/question.ts'
import { orderTranslation, shuffleTranslation } from '#exam/translation-order.ts'
import { aMatchingQuestion, aQuestion, aReorderQuestion } from '#tests/factories.ts'

const choices = ['Second choice', 'Third choice', 'First choice', 'Last choice']
const completion = {
  form: null,
  content: '<p>[[1]] [[2]]</p>',
  blanks: [
    { label: 'One', choices },
    { label: 'Two', choices: ['On', 'Off'] },
  ],
}
const questions = [
  aQuestion(),
  aQuestion({ type: 'multiple_choice', answerKey: ['A', 'C'] }),
  // These stay in the order of the bank.
  aQuestion({ options: ['1 day', '2 days', '3 days', '4 days'] }),
  aQuestion({ type: 'statements', answerKey: ['yes', 'no', 'no', 'yes'] }),
  aReorderQuestion(),
  aMatchingQuestion(),
  aQuestion({ type: 'drop_down', options: [], answerKey: ['2', '0'], completion, optionExplanations: [] }),
]
const seeds = ['a', 'b', 'c', 'd', 'e', 'f']

/** A translation whose texts contain the original texts. The added numbers would prevent shuffling if the order depended on the translated texts. */
const translate = ({ id, text, options, pairs, completion: original, explanation, optionExplanations }: Question) => {
  const one = (english: string) => `8 ${english} (A)`
  return {
    id,
    text: one(text),
    options: options.map(one),
    pairs: pairs && { left: pairs.left.map(one), right: pairs.right.map(one) },
    ...(original && {
      completion: { ...original, blanks: original.blanks.map((blank) => ({ label: one(blank.label), choices: blank.choices.map(one) })) },
    }),
    explanation: one(explanation),
    optionExplanations: optionExplanations.map((html) => html && one(html)),
  }
}

describe.each(questions)('the translation of a $type question', (question) => {
  test('has the order of the question in practice', () => {
    for (const seed of seeds) {
      const shown = showQuestion(question, seed)
      expect(orderTranslation(translate(question), shown, seed)).toEqual(translate(shown))
      expect(orderTranslation(translate(question), question, seed)).toEqual(translate(shown))
    }
    expect(orderTranslation(translate(question), question, undefined)).toEqual(translate(question))
  })

  test('has the order of the question in a simulation', () => {
    for (const seed of seeds)
      expect(shuffleTranslation(translate(question), question, seed)).toEqual(translate(shuffleQuestion(question, seed)))
  })
})
