/**
 * `/exam/:certificationId?start=10`: draws a mixed practice set, starts an attempt with it and opens the attempt. With `only=unseen` or
 * `only=flagged`, it draws from these questions only.
 */
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { SkillArea } from '#exam/certification.ts'
import { filterQuestions, questionFilters } from '#exam/custom-set.ts'
import { drawMixedPractice } from '#exam/mixed-practice.ts'
import type { PracticeLength } from '#exam/question-set.ts'
import type { Question } from '#exam/question.ts'
import { useAuth } from '#web/accounts/index.ts'
import { SitePage } from '#web/layout/site-page.tsx'
import { useKnowledge } from '#web/review/index.ts'
import { startAttempt } from '#web/sync/index.ts'
import { useTexts } from '#web/text/texts.ts'
import { Message } from '#web/ui/message.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'

type Props = {
  certification: { id: string; skillAreas: readonly Pick<SkillArea, 'name' | 'weightMin' | 'weightMax'>[] }
  questions: readonly Question[]
  length: PracticeLength
}

export default function StartMixed({ certification: { id, skillAreas }, questions, length }: Props) {
  const { exam } = useTexts()
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  const { state } = useAuth()
  const owner = state.status === 'signed-in' ? state.member.id : null
  const known = useKnowledge(id, questions)
  const [hasFailed, setFailed] = useState(false)
  const begin = useEffectEvent(async (knowledge: NonNullable<typeof known>['knowledge']) => {
    const filters = questionFilters.filter((filter) => parameters.getAll('only').includes(filter))
    const pool = filterQuestions(questions, knowledge, { filters, areas: [], types: [] })
    const count = length === 'all' ? pool.length : length
    const drawn = drawMixedPractice(pool, skillAreas, knowledge, count, Math.random)
    await startAttempt(
      id,
      'mixed',
      drawn.map((question) => question.id),
      owner,
    )
    // A reload must continue this attempt, not start another one.
    await navigate(`/exam/${id}?set=mixed`, { replace: true })
  })
  useEffect(() => {
    if (known) begin(known.knowledge).catch(() => setFailed(true))
  }, [known])
  if (hasFailed) {
    const toCertification = { to: `/certifications/${id}`, label: exam.back(id.toUpperCase()) }
    return (
      <SitePage>
        <Message title={exam.notStartedTitle} isAlert actions={<TryAgain also={toCertification} />}>
          {exam.notStarted}
        </Message>
      </SitePage>
    )
  }
  return (
    <SitePage>
      <p className="row" role="status">
        <span className="spinner" /> {exam.choosing}
      </p>
    </SitePage>
  )
}
