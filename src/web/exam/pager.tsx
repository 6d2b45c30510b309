/** The numbered pager. What its drawing shows is also in each link's name. */
import { pagerPlaces } from '#exam/pager.ts'
import { isBlank } from '#exam/question.ts'
import type { ExamRun } from '#exam/run.ts'
import { useTexts } from '#web/text/texts.ts'

export function Pager({ run, onGo }: { run: ExamRun; onGo: (position: number) => void }) {
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
          const isAnswered = !isBlank(run.answers[id])
          const isFlagged = run.flagged.includes(id)
          return (
            <li key={place.number}>
              <a
                href={`#question-${place.number}`}
                aria-label={exam.pagerName(place.number, isAnswered, isFlagged)}
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
