/** The results of an attempt before corrections of answer keys, with the questions as they were. Shown on the page of the attempt. */
import type { EarlierResult } from '#exam/results/correction.ts'
import { AnswerControls } from '#web/practice/index.ts'
import { rescoring as words } from '#text/rescoring.ts'
import { BookText } from '#web/ui/book-text.tsx'

const earlierResultsId = 'corrected'

/** A link at the top of the page, because the questions come before the earlier results. */
export function EarlierResultsLink() {
  return (
    <a className="link-alone" href={`#${earlierResultsId}`}>
      {words.earlierTitle}
    </a>
  )
}

export function EarlierResults({ results }: { results: readonly EarlierResult[] }) {
  if (results.length === 0) return null
  return (
    <section className="apart flow" aria-labelledby={earlierResultsId}>
      <h2 id={earlierResultsId}>{words.earlierTitle}</h2>
      {results.map((result) => (
        <OneResult key={result.challengeId} result={result} />
      ))}
    </section>
  )
}

function OneResult({ result }: { result: EarlierResult }) {
  const { challengeId, correctedOn, publicReason, wasCorrect, isCorrect, correctBefore, total } = result
  const heading =
    correctBefore === null || total === null ? words.earlierAnswer(correctedOn) : words.earlierResult(correctedOn, correctBefore, total)
  const ignore = () => undefined
  // The corrected question is on the page too, and the answers of both must not form one group of radio buttons.
  const question = { ...result.question, id: `${result.question.id}-${challengeId}` }
  return (
    <div className="flow measure">
      <h3>{heading}</h3>
      <p>{wasCorrect === isCorrect ? words.unchanged : isCorrect ? words.becameCorrect : words.becameIncorrect}</p>
      <p>
        {words.reason}: {publicReason}
      </p>
      <details>
        <summary>{words.earlierQuestion}</summary>
        <div className="question reviewed">
          <BookText className="question-text" html={question.text} />
          <AnswerControls question={question} answer={result.answer} isLocked isRevealed onAnswer={ignore} onAnnounce={ignore} />
          <section className="explanation flow" aria-label={words.earlierExplanation}>
            <h4>{words.earlierExplanation}</h4>
            <BookText html={question.explanation} />
          </section>
        </div>
      </details>
    </div>
  )
}
