/** The numbered pager. What its drawing shows is also in each link's name. */
import { isBlank } from '#exam/question.ts'
import type { Attempt } from '#exam/attempt.ts'
import { useTexts } from '#web/text/texts.ts'
import { PageNumbers } from '#web/ui/pagination.tsx'

type Props = {
  run: Attempt
  /** Whether the question at a position, from 0, has an answer that lacks something. */
  isPartly: (position: number) => boolean
  onGo: (position: number) => void
}

export function Pager({ run, isPartly, onGo }: Props) {
  const { exam } = useTexts()
  return (
    <PageNumbers label={exam.questions} current={run.current + 1} total={run.questionIds.length}>
      {(number) => {
        const id = run.questionIds[number - 1] ?? ''
        const isPartlyAnswered = isPartly(number - 1)
        const isAnswered = !isPartlyAnswered && !isBlank(run.answers[id])
        const isFlagged = run.flagged.includes(id)
        return (
          <a
            href={`#question-${number}`}
            aria-label={exam.pagerName(number, isAnswered ? 'answered' : isPartlyAnswered ? 'partly answered' : null, isFlagged)}
            aria-current={number === run.current + 1 ? 'step' : undefined}
            data-answered={isAnswered || undefined}
            data-flagged={isFlagged || undefined}
            onClick={(event) => {
              event.preventDefault()
              onGo(number - 1)
            }}
          >
            {number}
          </a>
        )
      }}
    </PageNumbers>
  )
}
