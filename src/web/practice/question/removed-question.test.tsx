import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { recordAnswer, start } from '#exam/attempt.ts'
import { RemovedQuestion } from '#web/practice/question/removed-question.tsx'
import { exam } from '#web/text/en/practice.ts'

const blank = start('mb-800', 'all', ['q1', 'q2'], 0)

function draw(run: typeof blank): string {
  const nothing = () => undefined
  return renderToStaticMarkup(<RemovedQuestion run={run} keysAreOn onMove={nothing} onShowKeys={nothing} />)
}

// The account of a member counts an answer that was given before its question was withdrawn.
test('the place of a question that has left the bank says that it does not count only where it is blank', () => {
  expect(draw(blank)).toContain(exam.questionRemoved)
  const answered = draw(recordAnswer(blank, 'q1', ['A']))
  expect(answered).toContain(exam.answeredQuestionRemoved)
  expect(answered).not.toContain(exam.questionRemoved)
})
