/** Shown instead of an attempt whose question set is empty on this device: how to get questions. */
import { Link } from 'react-router'
import type { QuestionSet } from '#exam/attempt.ts'
import { SitePage } from '#web/layout/site-page.tsx'
import { ReviewBody } from '#web/review/review-body.tsx'
import { review } from '#text/review.ts'
import { exam } from '#text/practice.ts'
import { starting } from '#text/start-attempt.ts'
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
  const id = certificationId.toUpperCase()
  const start = { to: `/exam/${certificationId}?start=10`, label: starting.startCount(10) }
  const { title, text, link } =
    set === 'chosen'
      ? { title: review.noSetTitle, text: review.noSet(id), link: { to: `/exam/${certificationId}/build`, label: starting.buildSet } }
      : set === 'mixed'
        ? { title: review.noMixedTitle, text: review.noMixed(id), link: start }
        : set === 'renewal'
          ? {
              title: review.noRenewalTitle,
              text: review.noRenewal(id),
              link: { to: `/certifications/${certificationId}?mode=renewal#practice`, label: review.chooseMonth },
            }
          : { title: review.noMistakesTitle, text: review.noMistakes(id), link: start }
  return (
    <Message
      title={title}
      actions={
        <>
          <Link className="button" data-kind="primary" to={link.to}>
            {link.label}
          </Link>
          <Link className="button" to="/certifications">
            {exam.returnToList}
          </Link>
        </>
      }
    >
      {text}
    </Message>
  )
}
