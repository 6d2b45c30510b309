import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { recordAnswer, start } from '#exam/attempt.ts'
import { RemovedQuestion } from '#web/practice/question/removed-question.tsx'
import { exam } from '#web/text/en/practice.ts'

const blank = start('mb-800', 'all', ['q1', 'q2'], 0)

function render(attempt: typeof blank): string {
  const ignore = () => undefined
  return renderToStaticMarkup(
    <RemovedQuestion attempt={attempt} areShortcutsOn onMove={ignore} onOpenMap={ignore} onShowShortcuts={ignore} />,
  )
}

describe('a removed question', () => {
  test('does not count when it is blank', () => {
    expect(render(blank)).toContain(exam.questionRemoved)
  })

  // The account counts an answer that was given before its question was removed.
  test('counts when it has an answer', () => {
    const answered = render(recordAnswer(blank, 'q1', ['A']))
    expect(answered).toContain(exam.answeredQuestionRemoved)
    expect(answered).not.toContain(exam.questionRemoved)
  })
})
