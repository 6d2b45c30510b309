/** A question of a finished attempt, opened in the results: text, answer, answer key and explanation. Read-only. */
import type { CaseStudy } from '#exam/question.ts'
import type { QuestionResult } from '#exam/results.ts'
import { CaseStudyNotice } from '#web/practice/question/case-study-notice.tsx'
import { Explanation } from '#web/practice/question/explanation.tsx'
import { AnswerControls } from '#web/practice/question/question-card.tsx'
import { BookText } from '#web/ui/book-text.tsx'

export function ReviewedQuestion({
  result: { question, answer },
  caseStudy,
}: {
  result: QuestionResult
  caseStudy: CaseStudy | undefined
}) {
  const ignore = () => undefined
  return (
    <div className="question reviewed">
      {caseStudy && <CaseStudyNotice caseStudy={caseStudy} />}
      <BookText className="question-text" html={question.text} />
      <AnswerControls question={question} answer={answer} isLocked isRevealed onAnswer={ignore} onAnnounce={ignore} />
      <Explanation question={question} />
    </div>
  )
}
