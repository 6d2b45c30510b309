/** In place of a run whose set has no questions on this device: what would fill it. */
import { Link } from 'react-router'
import type { QuestionSet } from '#exam/attempt.ts'
import { SitePage } from '#web/layout/site-page.tsx'
import { ReviewBody } from '#web/review/review-body.tsx'
import { review } from '#web/text/en/review.ts'
import { useTexts } from '#web/text/texts.ts'
import { Message } from '#web/ui/message.tsx'

/** `notices`: what there is to say about runs elsewhere, one of which may take this place. */
type Props = { certificationId: string; set: QuestionSet; notices: React.ReactNode }

export default function EmptySet({ certificationId, set, notices }: Props) {
  return (
    <SitePage>
      {notices}
      {set === 'review' ? <ReviewBody certificationId={certificationId} /> : <NoSet certificationId={certificationId} set={set} />}
    </SitePage>
  )
}

function NoSet({ certificationId, set }: Omit<Props, 'notices'>) {
  const { exam } = useTexts()
  const id = certificationId.toUpperCase()
  const isChosen = set === 'chosen'
  return (
    <Message
      title={isChosen ? review.noSetTitle : exam.noMistakesTitle}
      actions={
        <>
          <Link className="button" data-kind="primary" to={isChosen ? `/exam/${certificationId}/build` : `/exam/${certificationId}`}>
            {isChosen ? exam.buildSet : exam.startPractice}
          </Link>
          <Link className="button" to="/certifications">
            {exam.returnToList}
          </Link>
        </>
      }
    >
      {isChosen ? review.noSet(id) : exam.noMistakes(id)}
    </Message>
  )
}
