/** The numbered pager. What its drawing shows is also in each link's name. */
import { pagerPlaces } from '#exam/pager.ts'
import { isBlank } from '#exam/question.ts'
import type { Attempt } from '#exam/attempt.ts'
import { useTexts } from '#web/text/texts.ts'

type Props = {
  run: Attempt
  /** Whether the question at a position, from 0, has an answer that lacks something. */
  isPartly: (position: number) => boolean
  onGo: (position: number) => void
}

export function Pager({ run, isPartly, onGo }: Props) {
  const { exam } = useTexts()
  return (
    <nav className="pager" aria-label={exam.questions}>
      <ol className="tabs" role="list">
        {pagerPlaces(run.current + 1, run.questionIds.length).map((place) => {
          if (place.type === 'gap') {
            return (
              <li key={`gap-${place.after}`}>
                <span aria-hidden="true">…</span>
              </li>
            )
          }
          const id = run.questionIds[place.number - 1] ?? ''
          const isPartlyAnswered = isPartly(place.number - 1)
          const isAnswered = !isPartlyAnswered && !isBlank(run.answers[id])
          const isFlagged = run.flagged.includes(id)
          return (
            <li key={place.number}>
              <a
                href={`#question-${place.number}`}
                aria-label={exam.pagerName(place.number, isAnswered ? 'answered' : isPartlyAnswered ? 'partly answered' : null, isFlagged)}
                aria-current={place.number === run.current + 1 ? 'step' : undefined}
                data-answered={isAnswered || undefined}
                data-flagged={isFlagged || undefined}
                onClick={(event) => {
                  event.preventDefault()
                  onGo(place.number - 1)
                }}
              >
                {place.number}
              </a>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
