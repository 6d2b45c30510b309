import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { recordAnswer, start } from '#exam/attempt.ts'
import { MissingQuestion, type QuestionLoading } from '#web/practice/question/missing-question.tsx'
import { exam } from '#web/text/en/practice.ts'

const blank = start('mb-800', 'all', ['q1', 'q2'], 0)

function render(attempt: typeof blank, loading?: QuestionLoading): string {
  const ignore = () => undefined
  return renderToStaticMarkup(
    <MissingQuestion attempt={attempt} loading={loading} areShortcutsOn onMove={ignore} onOpenMap={ignore} onShowShortcuts={ignore} />,
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

describe('a question that is not loaded', () => {
  test('is announced, and can be requested again after a failure', () => {
    const loading = render(blank, { hasFailed: false, onRetry: () => undefined })
    expect(loading).toContain(exam.questionLoading)
    expect(loading).not.toContain('Try Again')
    const failed = render(blank, { hasFailed: true, onRetry: () => undefined })
    expect(failed).toContain(exam.questionNotLoaded)
    expect(failed).toContain('Try Again')
    expect(failed).not.toContain(exam.questionRemoved)
  })
})
