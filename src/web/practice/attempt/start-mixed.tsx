/**
 * `/exam/:certificationId?start=10`: draws a mixed practice set, starts an attempt with it and opens the attempt. With `area=2`,
 * `only=unseen`, `only=flagged` or `only=wrong`, it draws from these questions only. With `seed`, it draws what the preview showed. Asks first if there is an attempt to resume.
 */
import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { Attempt, QuestionSet } from '#exam/attempt.ts'
import type { SkillArea } from '#exam/certification.ts'
import { filterQuestions, questionFilters } from '#exam/planning/custom-set.ts'
import type { Knowledge } from '#exam/planning/knowledge.ts'
import { drawMixedPractice } from '#exam/planning/mixed-practice.ts'
import { seededRandom } from '#exam/random.ts'
import type { IndexedQuestion } from '#exam/question-chunks.ts'
import { attemptPath, findAreaOfSet, type PracticeLength } from '#exam/question-set.ts'
import { useAuth } from '#web/accounts/index.ts'
import { SitePage } from '#web/layout/site-page.tsx'
import { useKnowledge } from '#web/review/index.ts'
import { findAttemptToResume, startAttempt } from '#web/sync/index.ts'
import { useTexts } from '#web/text/texts.ts'
import { Message } from '#web/ui/message.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'

type Props = {
  certification: { id: string; skillAreas: readonly Pick<SkillArea, 'name' | 'weightMin' | 'weightMax'>[] }
  /** The index of the bank, once it is loaded. */
  questions: readonly IndexedQuestion[] | undefined
  /** Mixed practice, a skill area or mistakes. */
  set: QuestionSet
  length: PracticeLength
  onDrawn: (questionIds: readonly string[]) => void
}

export default function StartMixed({ certification: { id, skillAreas }, questions, set, length, onDrawn }: Props) {
  const { exam } = useTexts()
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  const { state } = useAuth()
  const owner = state.status === 'signed-in' ? state.member.id : null
  const known = useKnowledge(id, questions)
  const [unfinished, setUnfinished] = useState<Attempt>()
  const [hasFailed, setFailed] = useState(false)
  const begin = async (knowledge: Knowledge) => {
    const filters = questionFilters.filter((filter) => parameters.getAll('only').includes(filter))
    const area = findAreaOfSet(set, skillAreas)
    const pool = filterQuestions(questions ?? [], knowledge, { filters, areas: area ? [area.name] : [], types: [] })
    const count = length === 'all' ? pool.length : length
    const random = seededRandom(parameters.get('seed') ?? String(Math.random()))
    const drawn = drawMixedPractice(pool, skillAreas, knowledge, count, random).map((question) => question.id)
    onDrawn(drawn)
    await startAttempt(id, set, drawn, owner)
    // A reload must continue this attempt, not start another one.
    await navigate(attemptPath(id, set), { replace: true })
  }
  const findOrBegin = useEffectEvent(async (knowledge: Knowledge) => {
    const found = await findAttemptToResume(id, set, owner)
    if (!found) await begin(knowledge)
    return found
  })
  useEffect(() => {
    if (known)
      findOrBegin(known.knowledge).then(
        (found) => setUnfinished(found),
        () => setFailed(true),
      )
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
  if (unfinished && known) {
    const { current, questionIds, answers } = unfinished
    return (
      <SitePage>
        <Message
          title={exam.stoppedTitle(current + 1, questionIds.length)}
          actions={
            <>
              <Link className="button" data-kind="primary" to={attemptPath(id, set)} replace>
                {exam.resume}
              </Link>
              <button className="button" type="button" onClick={() => void begin(known.knowledge).catch(() => setFailed(true))}>
                {exam.startNew}
              </button>
            </>
          }
        >
          {exam.stopped(Object.keys(answers).length)}
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
