/** A question to answer on the home page. It belongs to no attempt, and nothing is saved. */
import { useState } from 'react'
import { Link } from 'react-router'
import type { AnswerInput, Question } from '#exam/question.ts'
import { home } from '#text/home.ts'
import { exam } from '#text/practice.ts'
import { BookText } from '#web/ui/book-text.tsx'
import { QuestionOptions, Explanation } from '#web/practice/index.ts'
import { AreaName } from '#web/ui/areas/area-name.tsx'

export function QuestionToTry({ question, certificationId }: { question: Question; certificationId: string }) {
  const [answer, setAnswer] = useState<AnswerInput>([])
  const [isRevealed, setRevealed] = useState(false)
  return (
    <section className="question" data-family="erp" aria-label={home.tryOneLabel}>
      <p className="question-meta">
        <span>
          <b>{home.tryOne}</b> &nbsp; {certificationId.toUpperCase()}, <AreaName name={question.skillArea} />
        </span>
      </p>
      <BookText className="question-text" html={question.text} />
      <QuestionOptions question={question} answer={answer} isLocked={isRevealed} isRevealed={isRevealed} onAnswer={setAnswer} />
      <p className="attempt-foot">
        <button className="button" type="button" aria-expanded={isRevealed} onClick={() => setRevealed(!isRevealed)}>
          {isRevealed ? exam.hide : exam.reveal}
        </button>
        {isRevealed && (
          <Link className="button" data-kind="quiet" to={`/exam/${certificationId}`}>
            {home.continueWith(certificationId.toUpperCase())}
          </Link>
        )}
      </p>
      {isRevealed && <Explanation question={question} />}
    </section>
  )
}
