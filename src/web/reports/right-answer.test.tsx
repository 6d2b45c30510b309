import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { questionTypes } from '#exam/question.ts'
import { reportReasons } from '#exam/reports/question-report.ts'
import { canPickAnswer, quotePicked, RightAnswer } from '#web/reports/right-answer.tsx'
import { aQuestion } from '#tests/factories.ts'

const question = aQuestion({ options: ['<p>Payment <b>terms</b></p>', 'A &amp; B', `<img src="/x.png" alt="">`, 'x'.repeat(150)] })

describe('the right answer in a report', () => {
  test('can be picked for choices, and only if the answer is wrong', () => {
    const types = questionTypes.filter((type) => canPickAnswer(aQuestion({ type }), 'wrong_answer'))
    expect(types).toEqual(['single_choice', 'multiple_choice'])
    expect(reportReasons.filter((reason) => canPickAnswer(question, reason))).toEqual(['wrong_answer'])
    expect(canPickAnswer(question, undefined)).toBe(false)
  })

  test('is quoted in the order on screen, before what the candidate wrote', () => {
    expect(quotePicked(question, [1, 0], 'The page says so.')).toBe('Right answers: “Payment terms” and “A & B”\n\nThe page says so.')
    expect(quotePicked(question, [1], '')).toBe('Right answer: “A & B”')
    expect(quotePicked(question, [], 'The page says so.')).toBe('The page says so.')
  })

  test('is its letter if it has no words, and is shortened if it is long', () => {
    expect(quotePicked(question, [2], '')).toBe('Right answer: “C”')
    expect(quotePicked(question, [3], '')).toBe(`Right answer: “${'x'.repeat(100)}…”`)
  })

  test('is a checkbox per choice, with its letter and its text', () => {
    const shown = renderToStaticMarkup(<RightAnswer question={question} picked={[1]} onPick={() => undefined} />)
    expect(shown.match(/<input[^>]*>/g)?.map((input) => input.includes('checked'))).toEqual([false, true, false, false])
    expect(shown).toContain('<b>A</b> Payment terms')
  })
})
