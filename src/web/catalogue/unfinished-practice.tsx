/** Strips on a certification page that offer to resume or finish the unfinished attempts on this device. */
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { attemptPath } from '#exam/question-set.ts'
import { listAttemptsToResume, type OpenAttempt } from '#exam/planning/resume.ts'
import type { CatalogEntry } from '#server/catalogue/index.ts'
import { rememberUnfinished } from '#web/layout/remember-unfinished.ts'
import { finishAttempt, listRecentAttempts, readKnownOwner } from '#web/sync/index.ts'
import { practicePanel } from '#text/practice-panel.ts'

export function UnfinishedPractice({ entry: { id, bankSize } }: { entry: CatalogEntry }) {
  const unfinished = useUnfinishedAttempts(id)
  useEffect(() => {
    // The reserved space is released only once the strips of this exam are on the page.
    if (unfinished) delete document.documentElement.dataset['strips']
  }, [unfinished])
  if (bankSize === 0) return null
  if (!unfinished) return <div className="practice-strip-place" aria-hidden="true" />
  return unfinished.map((attempt) => <Unfinished key={attempt.id} attempt={attempt} />)
}

/** `undefined` until the attempts are known. */
function useUnfinishedAttempts(certificationId: string): readonly OpenAttempt[] | undefined {
  const [unfinished, setUnfinished] = useState<readonly OpenAttempt[]>()
  useEffect(() => {
    let isOutdated = false
    listRecentAttempts(readKnownOwner()).then(
      (recent) => {
        if (isOutdated) return
        const all = listAttemptsToResume(recent, undefined)
        rememberUnfinished(all)
        setUnfinished(all.filter((attempt) => attempt.certificationId === certificationId))
      },
      // Without storage, there is nothing to resume.
      () => isOutdated || setUnfinished([]),
    )
    return () => {
      isOutdated = true
    }
  }, [certificationId])
  return unfinished
}

function Unfinished({ attempt: { certificationId, set, position, questionCount, answered } }: { attempt: OpenAttempt }) {
  const navigate = useNavigate()
  const [hasFailed, setFailed] = useState(false)
  const place = practicePanel.position(position, questionCount)
  const path = attemptPath(certificationId, set)
  const finish = async () => {
    await finishAttempt(certificationId, set)
    await navigate(path)
  }
  return (
    <div className="practice-strip" role="region" aria-label={practicePanel.unfinished(set)}>
      <p>
        <b>{practicePanel.stoppedAt(place)}</b> <span className="soft">{practicePanel.answered(set, answered)}</span>
      </p>
      <p className="row">
        <Link className="button" to={path}>
          {practicePanel.resume}
          <span className="visually-hidden"> {place}</span>
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
