/** The answer key of a question paper: an appendix that starts on a new page. */
import type { Question } from '#exam/question.ts'
import { formatAnswer } from '#web/practice/paper/format-answer.ts'
import { paper } from '#text/paper.ts'
import { BookText } from '#web/ui/book-text.tsx'

export function AnswerKey({ questions }: { questions: readonly Question[] }) {
  return (
    <section className="paper-key" aria-labelledby="key">
      <h2 id="key">{paper.key}</h2>
      <ol className="paper-key-grid" role="list">
        {questions.map(({ id, type, answerKey }, i) => (
          <li key={id}>
            <span className="soft">{i + 1}</span> <b>{formatAnswer(answerKey, type).join(', ')}</b>
          </li>
        ))}
      </ol>
      {questions.map(({ id, type, answerKey, explanation, reference }, i) => (
        <article key={id} className="paper-question" aria-label={paper.keyOf(i + 1)}>
          <b className="paper-number">{i + 1}</b>
          <div className="flow">
            <p>
              <b>{formatAnswer(answerKey, type).join(', ')}</b>
            </p>
            <BookText html={explanation} />
            <p className="small">
              {paper.source} <a href={reference}>{reference.replace('https://', '')}</a>
            </p>
          </div>
        </article>
      ))}
    </section>
  )
}
