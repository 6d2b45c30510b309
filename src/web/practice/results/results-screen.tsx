/** The results of an attempt that the candidate has just finished or opens again, in practice or in a simulation. */
import { useEffect, useMemo, useRef } from 'react'
import type { CaseStudy, Question } from '#exam/question.ts'
import { areaPracticePath, findAreaOfSet } from '#exam/question-set.ts'
import { gradeAttempt } from '#exam/results/results.ts'
import type { Attempt } from '#exam/attempt.ts'
import type { AttemptCertification } from '#exam/certification.ts'
import { Results } from '#web/practice/results/results.tsx'
import { useAnswerTimes } from '#web/practice/results/use-answer-times.ts'
import type { TranslationOrigin } from '#web/practice/question/translated-question.tsx'
import { WhatItAdds } from '#web/practice/results/what-it-adds.tsx'
import { SitePage } from '#web/layout/site-page.tsx'
import type { DeviceOwner } from '#web/sync/index.ts'
import { results } from '#text/results.ts'
import { exam } from '#text/practice.ts'
import { starting } from '#text/start-attempt.ts'
import { IdBadge } from '#web/ui/id-badge.tsx'
import { Message } from '#web/ui/message.tsx'

export type ResultsScreenProps = {
  certification: AttemptCertification
  /** The questions of the attempt. */
  questions: readonly Question[]
  caseStudies: readonly CaseStudy[]
  /** How many questions there are to continue with: in the bank, or in the skill area of the attempt. The default is the number in the attempt. */
  poolSize?: number | undefined
  /** Ids of questions that were removed since the attempt. They cannot be practiced again. */
  removedIds?: readonly string[] | undefined
  attempt: Attempt
  /** Loads the translations of a simulation. */
  requestTranslations?: TranslationOrigin['requestTranslations']
  /** The attempt's id on this device. */
  deviceId?: string | undefined
  /** Owner of the attempt; by default the last known member. */
  owner?: DeviceOwner | undefined
  /** The attempt's id in a member's account, once the account has all answers. */
  attemptId?: string | undefined
  /** Whether the heading takes the focus, as after finishing. */
  takesFocus: boolean
  /** Notices about saving the attempt. */
  notice: React.ReactNode
  /** Figures besides the percentage. For an attempt in an account, `WhatItAdds` replaces them. */
  figures?: React.ReactNode
  /** The sentence that compares the result with earlier ones. */
  comparison?: React.ReactNode
  /** The words for this kind of attempt. The default is practice. */
  words?: { finishedOn: (at: number, tookMs: number) => string; restart: string }
  actions: React.ReactNode
  onRestart: () => void
}

export default function ResultsScreen({
  certification,
  questions,
  caseStudies,
  poolSize,
  removedIds,
  attempt,
  deviceId,
  takesFocus,
  notice,
  figures,
  attemptId,
  ...rest
}: ResultsScreenProps) {
  const { owner, comparison, words, actions, requestTranslations, onRestart } = rest
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
  const times = useAnswerTimes(deviceId, owner)
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
        {...{ certification, caseStudies, result, times, removedIds, owner, attemptId, heading, comparison, actions }}
        origin={{ seed: attempt.seed, requestTranslations }}
        figures={attemptId && owner ? <WhatItAdds {...{ result, attemptId, owner }} certificationId={certification.id} /> : figures}
        restart={{ label: restart, onRestart }}
        next={attempt.set === 'simulation' ? undefined : nextSetOf(attempt, certification, poolSize ?? questions.length)}
      />
    </SitePage>
  )
}

/** Where to practice more questions: the builder after a custom set, the same skill area after area practice, otherwise mixed practice. */
function nextSetOf({ certificationId: id, set }: Attempt, { skillAreas }: AttemptCertification, poolSize: number) {
  if (set === 'chosen') return { to: `/exam/${id}/build`, label: starting.buildSet }
  const area = findAreaOfSet(set, skillAreas)
  const to = area ? areaPracticePath(id, skillAreas.indexOf(area) + 1) : `/exam/${id}?start=10`
  return { to, label: results.nextQuestions(Math.min(10, poolSize)) }
}
