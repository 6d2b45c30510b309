/** The results of an attempt that the candidate has just finished or opens again, in practice or in a simulation. */
import { useEffect, useMemo, useRef } from 'react'
import { Link } from 'react-router'
import type { CaseStudy, Question } from '#exam/question.ts'
import { gradeAttempt } from '#exam/results.ts'
import type { Attempt } from '#exam/attempt.ts'
import type { AttemptCertification } from '#exam/certification.ts'
import { Results } from '#web/practice/results/results.tsx'
import { SitePage } from '#web/layout/site-page.tsx'
import type { DeviceOwner } from '#web/sync/index.ts'
import { useTexts } from '#web/text/texts.ts'
import { IdBadge } from '#web/ui/id-badge.tsx'
import { Message } from '#web/ui/message.tsx'

export type ResultsScreenProps = {
  certification: AttemptCertification
  questions: readonly Question[]
  caseStudies: readonly CaseStudy[]
  /** Questions that were removed since. They cannot be practiced again. */
  removedIds?: readonly string[] | undefined
  attempt: Attempt
  /** Owner of the attempt; by default the last known member. */
  owner?: DeviceOwner | undefined
  /** The heading takes the focus, as after finishing. */
  takesFocus: boolean
  /** Notices about saving the attempt. */
  notice: React.ReactNode
  /** Figures besides the percentage. */
  figures?: React.ReactNode
  /** The words for this kind of attempt. The default is practice. */
  words?: { finishedOn: (at: number, tookMs: number) => string; restart: string }
  actions: React.ReactNode
  onRestart: () => void
}

export function ResultsScreen({
  certification,
  questions,
  caseStudies,
  removedIds,
  attempt,
  takesFocus,
  notice,
  figures,
  ...rest
}: ResultsScreenProps) {
  const { owner, words, actions, onRestart } = rest
  const { exam } = useTexts()
  const { finishedOn, restart } = words ?? exam
  const result = useMemo(
    () =>
      gradeAttempt(
        attempt,
        questions,
        certification.skillAreas.map(({ name }) => name),
      ),
    [attempt, questions, certification.skillAreas],
  )
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  if (!result) {
    return (
      <SitePage>
        {notice}
        <Message title={exam.emptyTitle}>{exam.empty}</Message>
      </SitePage>
    )
  }
  const finishedAt = attempt.finishedAt ?? attempt.startedAt
  return (
    <SitePage>
      {notice}
      <p className="facts">
        <IdBadge id={certification.id} />
        <span>{finishedOn(finishedAt, finishedAt - attempt.startedAt)}</span>
      </p>
      <Results
        {...{ certification, caseStudies, result, removedIds, owner, heading, figures }}
        restart={{ label: restart, onRestart }}
        actions={
          <>
            <NextSetLink attempt={attempt} isPrimary={!result.questions.some(({ state }) => state === 'wrong')} />
            {actions}
          </>
        }
      />
    </SitePage>
  )
}

/** A link to more questions: the daily review or the builder after their own sets, otherwise mixed practice. */
function NextSetLink({ attempt: { certificationId, set }, isPrimary }: { attempt: Attempt; isPrimary: boolean }) {
  const { exam } = useTexts()
  const [path, label] =
    set === 'review'
      ? ['/review', exam.setNames.review]
      : set === 'chosen'
        ? ['/build', exam.buildSet]
        : ['?start=10', exam.nextQuestions(10)]
  return (
    <Link className="button" data-kind={isPrimary ? 'primary' : undefined} to={`/exam/${certificationId}${path}`}>
      {label}
    </Link>
  )
}
