/** The explanation of a question: why the answer key is correct and the other options are not, with a reference. */
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { listItems } from '#exam/arrangement.ts'
import { letterOf, parsePair, type Question } from '#exam/question.ts'
import { useTexts } from '#web/text/texts.ts'
import { BookText } from '#web/ui/book-text.tsx'
import { RichText } from '#web/ui/rich-text.tsx'
import { loadTrustCard, type TrustCard } from '#web/reports/index.ts'

export function Explanation({ question }: { question: Question }) {
  const { exam } = useTexts()
  const wrong = question.optionExplanations.flatMap((html, i) => (html ? [{ letter: letterOf(i), html }] : []))
  return (
    <section className="explanation flow" aria-label={exam.explanation.replace(':', '')}>
      <AnswerKey question={question} />
      <h3>{exam.explanation}</h3>
      <BookText html={question.explanation} />
      {wrong.length > 0 && (
        <dl data-kind={question.type === 'multiple_choice' ? 'multiple' : undefined}>
          {wrong.map(({ letter, html }) => (
            <div key={letter}>
              <dt className="tab">{letter}</dt>
              <dd>
                <RichText as="span" html={html} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p>
        <a href={question.reference} rel="external noopener" target="_blank">
          {exam.reference}
        </a>
      </p>
      <SourceAndReport question={question} />
    </section>
  )
}

/** The card loads with the first explanation. Without its script, the contact form takes the report. */
function SourceAndReport({ question }: { question: Question }) {
  const { exam } = useTexts()
  const [Card, setCard] = useState<typeof TrustCard | 'missing'>()
  useEffect(() => {
    loadTrustCard().then(
      (loaded) => setCard(() => loaded.TrustCard),
      () => setCard('missing'),
    )
  }, [])
  if (Card !== 'missing') return Card && <Card question={question} />
  return (
    <p className="small">
      <Link to={`/contact?question=${question.id}`}>{exam.report}</Link>
    </p>
  )
}

/** The correct order or the correct pairs. Choice questions show their answer key on the options. */
function AnswerKey({ question }: { question: Question }) {
  const { exam } = useTexts()
  const items = listItems(question)
  if (question.type === 'reorder') {
    return (
      <>
        <h3>{exam.correctOrder}</h3>
        <ol>
          {question.answerKey.map((step) => (
            <li key={step}>
              <RichText as="span" html={items[Number(step)] ?? ''} />
            </li>
          ))}
        </ol>
      </>
    )
  }
  if (question.type === 'drag_drop') {
    return (
      <>
        <h3>{exam.correctPairs}</h3>
        <ol>
          {question.answerKey.map((entry) => {
            const pair = parsePair(entry)
            return pair ? (
              <li key={entry}>
                <RichText as="span" html={question.pairs?.left[pair.left] ?? ''} />:{' '}
                <RichText as="span" html={`<b>${items[pair.right] ?? ''}</b>`} />
              </li>
            ) : null
          })}
        </ol>
      </>
    )
  }
  return null
}
