/** The answers of a short attempt as numbered tabs on a shelf. Each links to its question in the list below. */
import type { AttemptResult } from '#exam/results/results.ts'
import { results } from '#text/results.ts'

/** The most questions that fit on the shelf of a phone. */
export const shelfQuestionsMax = 20

type Props = { result: AttemptResult; onShow: (questionId: string) => void }

export function Shelf({ result, onShow }: Props) {
  return (
    <nav aria-label={results.yourAnswers}>
      <ol className="shelf" role="list" data-many={result.questions.length > 10 || undefined}>
        {result.questions.map(({ number, state, question }) => (
          <li key={question.id}>
            <a
              href={`#reviewed-${number}`}
              data-verdict={state}
              aria-label={results.shelfName(number, state)}
              onClick={(event) => {
                event.preventDefault()
                onShow(question.id)
              }}
            >
              {number}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
