/** The results of an attempt that the candidate has just finished or opens again, in practice or in a simulation. */
import { useEffect, useMemo, useRef } from 'react'
import type { CaseStudy, Question } from '#exam/question.ts'
import { gradeAttempt } from '#exam/results.ts'
import type { Attempt } from '#exam/attempt.ts'
import type { AttemptCertification } from '#exam/certification.ts'
import { Results } from '#web/practice/results/results.tsx'
import { SitePage } from '#web/layout/site-page.tsx'
import type { DeviceOwner } from '#web/sync/index.ts'
import { results } from '#web/text/en/results.ts'
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
  /** The sentence that compares the result with earlier ones. */
  comparison?: React.ReactNode
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
  const { owner, comparison, words, actions, onRestart } = rest
  const { exam } = useTexts()
  const { finishedOn, restart } = words ?? results
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
        {...{ certification, caseStudies, result, removedIds, owner, heading, figures, comparison, actions }}
        restart={{ label: restart, onRestart }}
        next={attempt.set === 'simulation' ? undefined : nextSetOf(attempt, exam)}
      />
    </SitePage>
  )
}

/** More questions: the builder after a custom set, otherwise mixed practice. */
function nextSetOf({ certificationId, set }: Attempt, exam: ReturnType<typeof useTexts>['exam']) {
  return set === 'chosen'
    ? { to: `/exam/${certificationId}/build`, label: exam.buildSet }
    : { to: `/exam/${certificationId}?start=10`, label: results.nextQuestions(10) }
}
