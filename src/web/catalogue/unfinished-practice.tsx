/** Strips on the page of a certification that offer to resume or finish the unfinished attempts on this device. */
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { hasFinished, type Attempt } from '#exam/attempt.ts'
import { attemptPath } from '#exam/question-set.ts'
import type { CatalogueEntry } from '#server/catalogue/index.ts'
import { finishAttempt, useLatestAttempt } from '#web/sync/index.ts'
import { practicePanel } from '#web/text/en/practice-panel.ts'

export function UnfinishedPractice({ entry: { id, bankSize } }: { entry: CatalogueEntry }) {
  const mixed = useLatestAttempt(id, 'mixed')
  const all = useLatestAttempt(id, 'all')
  if (bankSize === 0) return null
  return (
    <>
      <Unfinished attempt={mixed} />
      <Unfinished attempt={all} />
    </>
  )
}

function Unfinished({ attempt }: { attempt: Attempt | undefined }) {
  const navigate = useNavigate()
  const [hasFailed, setFailed] = useState(false)
  if (!attempt || hasFinished(attempt)) return null
  const { certificationId, set, current, questionIds, answers } = attempt
  const position = practicePanel.position(current + 1, questionIds.length)
  const path = attemptPath(certificationId, set)
  const finish = async () => {
    await finishAttempt(certificationId, set)
    await navigate(path)
  }
  return (
    <div
      className="practice-strip"
      role="region"
      aria-label={practicePanel.unfinished(practicePanel.names[set === 'all' ? 'all' : 'mixed'])}
    >
      <p>
        <b>{practicePanel.stoppedAt(position)}</b> <span className="soft">{practicePanel.answered(Object.keys(answers).length)}</span>
      </p>
      <p className="row">
        <Link className="button" to={path}>
          {practicePanel.resume}
          <span className="visually-hidden"> {position}</span>
        </Link>
        <button className="button" data-kind="quiet" type="button" onClick={() => void finish().catch(() => setFailed(true))}>
          {practicePanel.finish}
        </button>
      </p>
      {hasFailed && (
        <p className="problem" role="alert">
          {practicePanel.notFinished}
        </p>
      )}
    </div>
  )
}
