/**
 * A question of a finished attempt, opened in the results: text, answer, answer key, note and explanation. Only the note can change.
 */
import type { CaseStudy } from '#exam/question.ts'
import type { QuestionResult } from '#exam/results/results.ts'
import { CaseStudyNotice } from '#web/practice/question/case-study-notice.tsx'
import { Explanation } from '#web/practice/question/explanation.tsx'
import { NoteButton, NoteSlot, useNote } from '#web/notes/index.ts'
import { AnswerControls } from '#web/practice/question/question-card.tsx'
import { results } from '#web/text/en/results.ts'
import { BookText } from '#web/ui/book-text.tsx'

export function ReviewedQuestion({
  result: { question, answer, isKeyHidden },
  certificationId,
  caseStudy,
}: {
  result: QuestionResult
  certificationId: string
  caseStudy: CaseStudy | undefined
}) {
  const note = useNote(question.id)
  const isSeries = question.type === 'solution'
  const ignore = () => undefined
  return (
    <div className="question reviewed">
      {caseStudy && !isSeries && <CaseStudyNotice caseStudy={caseStudy} attemptKey="results" />}
      {isSeries && caseStudy && <BookText className="question-text" html={caseStudy.content} />}
      <BookText className="question-text" html={question.text} />
      <AnswerControls question={question} answer={answer} isLocked isRevealed={!isKeyHidden} onAnswer={ignore} onAnnounce={ignore} />
      <div className="beside-question">
        <NoteButton note={note} />
      </div>
      <NoteSlot note={note} questionId={question.id} certificationId={certificationId} />
      {isKeyHidden ? <p className="small">{results.keyHidden}</p> : <Explanation question={question} />}
    </div>
  )
}
