/** `/exam/:certificationId?start=renewal&earned=2025-10`: draws renewal practice, starts an attempt with it, and opens the attempt. */
import { Link, useSearchParams } from 'react-router'
import type { SkillArea } from '#exam/certification.ts'
import { drawRenewal, parseEarnedMonth } from '#exam/planning/renewal.ts'
import type { IndexedQuestion } from '#exam/question-chunks.ts'
import { StartAttempt } from '#web/practice/attempt/start-attempt.tsx'
import { SitePage } from '#web/layout/site-page.tsx'
import { renewal as words } from '#text/renewal.ts'
import { Message } from '#web/ui/message.tsx'
import { localToday } from '#web/sync/index.ts'

type Props = {
  certification: { id: string; skillAreas: readonly Pick<SkillArea, 'name' | 'weightMin' | 'weightMax'>[] }
  /** Whether the certification expires and its exam is not retired. */
  isRenewable: boolean
  /** The index of the bank, once it is loaded. */
  questions: readonly IndexedQuestion[] | undefined
  onDrawn: (questionIds: readonly string[]) => void
}

export default function StartRenewal({ certification: { id, skillAreas }, isRenewable, questions, onDrawn }: Props) {
  const [parameters] = useSearchParams()
  const earned = parseEarnedMonth(parameters.get('earned') ?? '', localToday())
  if (!isRenewable || !earned.ok) {
    const name = id.toUpperCase()
    return (
      <SitePage>
        <Message
          title={isRenewable ? words.monthTitle : words.notRenewableTitle(name)}
          actions={
            <Link className="button" data-kind="primary" to={`/certifications/${id}?mode=renewal#practice`}>
              {isRenewable ? words.chooseMonth : words.toCertification(name)}
            </Link>
          }
        >
          {isRenewable && !earned.ok ? words.problem(earned.problem) : words.notRenewable}
        </Message>
      </SitePage>
    )
  }
  const draw = () => {
    const drawn = drawRenewal(questions ?? [], skillAreas, earned.month, Math.random).map((question) => question.id)
    onDrawn(drawn)
    return drawn
  }
  return <StartAttempt certificationId={id} set="renewal" isReady={questions !== undefined} draw={draw} />
}
