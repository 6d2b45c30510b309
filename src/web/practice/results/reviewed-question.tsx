/**
 * A question of a finished attempt, opened in the results: text, answer, answer key, note, and explanation. Only the note can change.
 */
import type { CaseStudy } from '#exam/question.ts'
import type { TranslationOrigin } from '#web/practice/question/translated-question.tsx'
import type { QuestionResult } from '#exam/results/results.ts'
import { CaseStudyNotice } from '#web/practice/question/case-study-notice.tsx'
import { QuestionLanguage, useShown } from '#web/practice/question/question-language.tsx'
import { Explanation } from '#web/practice/question/explanation.tsx'
import { NoteButton, NoteSlot, useNote } from '#web/notes/index.ts'
import { AnswerControls } from '#web/practice/question/question-card.tsx'
import { results } from '#text/results.ts'
import { BookText } from '#web/ui/book-text.tsx'

export function ReviewedQuestion({
  result: { question, answer, isKeyHidden },
  certificationId,
  caseStudy,
  origin,
}: {
  result: QuestionResult
  certificationId: string
  caseStudy: CaseStudy | undefined
  origin: TranslationOrigin
}) {
  const note = useNote(question.id)
  const { shown, show } = useShown(question, caseStudy)
  const isSeries = question.type === 'solution'
  const ignore = () => undefined
  return (
    <div className="question reviewed">
      <QuestionLanguage {...origin} {...{ question, caseStudy, certificationId }} onShow={show} />
      {shown.caseStudy && !isSeries && <CaseStudyNotice caseStudy={shown.caseStudy} attemptKey="results" />}
      {isSeries && shown.caseStudy && <BookText className="question-text" html={shown.caseStudy.content} />}
      <BookText className="question-text" html={shown.question.text} />
      <AnswerControls question={shown.question} answer={answer} isLocked isRevealed={!isKeyHidden} onAnswer={ignore} onAnnounce={ignore} />
      <div className="beside-question">
        <NoteButton note={note} />
      </div>
      <NoteSlot note={note} questionId={question.id} certificationId={certificationId} />
      {isKeyHidden ? <p className="small">{results.keyHidden}</p> : <Explanation question={shown.question} />}
    </div>
  )
}
