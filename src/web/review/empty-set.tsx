/** Shown instead of an attempt whose question set is empty on this device: how to get questions. */
import { Link } from 'react-router'
import type { QuestionSet } from '#exam/attempt.ts'
import { SitePage } from '#web/layout/site-page.tsx'
import { ReviewBody } from '#web/review/review-body.tsx'
import { review } from '#web/text/en/review.ts'
import { useTexts } from '#web/text/texts.ts'
import { Message } from '#web/ui/message.tsx'

/** `notices` can offer an attempt from another device, which would replace this screen. */
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
  const isCustom = set === 'chosen'
  return (
    <Message
      title={isCustom ? review.noSetTitle : exam.noMistakesTitle}
      actions={
        <>
          <Link className="button" data-kind="primary" to={isCustom ? `/exam/${certificationId}/build` : `/exam/${certificationId}`}>
            {isCustom ? exam.buildSet : exam.startPractice}
          </Link>
          <Link className="button" to="/certifications">
            {exam.returnToList}
          </Link>
        </>
      }
    >
      {isCustom ? review.noSet(id) : exam.noMistakes(id)}
    </Message>
  )
}
