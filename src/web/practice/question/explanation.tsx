/** The explanation of a question: why the answer key is correct and the other options are not, with a reference. */
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { letterOf, type Question } from '#exam/question.ts'
import { exam } from '#text/practice.ts'
import { BookText } from '#web/ui/book-text.tsx'
import { RichText } from '#web/ui/rich-text.tsx'
import { loadTrustCard, type TrustCard } from '#web/reports/index.ts'

export function Explanation({ question }: { question: Question }) {
  // Steps and statements have no letters.
  const isOrder = question.type === 'reorder' || question.type === 'statements'
  const wrong = question.optionExplanations.flatMap((html, i) =>
    html ? [{ letter: letterOf(i), option: question.options[i] ?? '', html }] : [],
  )
  return (
    <section className="explanation flow" aria-label={exam.explanation.replace(':', '')}>
      <h3>{exam.explanation}</h3>
      <BookText html={question.explanation} />
      {wrong.length > 0 && (
        <dl data-kind={isOrder ? 'steps' : question.type === 'multiple_choice' ? 'multiple' : undefined}>
          {wrong.map(({ letter, option, html }) => (
            <div key={letter}>
              {isOrder ? (
                <dt>
                  <RichText as="span" html={option} />
                </dt>
              ) : (
                <dt className="tab">{letter}</dt>
              )}
              <dd>
                <RichText as="span" html={html} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p>
        <a className="link-alone" href={question.reference} rel="external noopener" target="_blank">
          {exam.reference}
        </a>
      </p>
      <SourceAndReport question={question} />
    </section>
  )
}

/** The card loads with the first explanation. If its script does not load, a link to the contact form replaces it. */
function SourceAndReport({ question }: { question: Question }) {
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
      <Link className="link-alone" to={`/contact?question=${question.id}`}>
        {exam.report}
      </Link>
    </p>
  )
}
