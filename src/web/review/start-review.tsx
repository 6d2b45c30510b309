/** A button that starts a daily review, or continues the one in progress, and opens it. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { storageProblemOf, type StorageProblem } from '#web/sync/index.ts'
import { prepareReview } from '#web/review/due-questions.ts'
import { review } from '#text/review.ts'
import { starting } from '#text/start-attempt.ts'

type Props = {
  certificationId: string
  label: string
  kind?: 'primary'
  size?: 'large'
  /** Tells buttons with the same label apart for screen readers. */
  subject?: string
  /** Called when nothing is due or the server cannot be reached. */
  onNothing: () => void
}

export function StartReview({ certificationId, label, kind, size, subject, onNothing }: Props) {
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<StorageProblem>()
  const begin = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const isReady = await prepareReview(certificationId)
      if (isReady) await navigate(`/exam/${certificationId}?set=review`)
      else onNothing()
    } catch (error) {
      setProblem(storageProblemOf(error))
    }
    setBusy(false)
  }
  return (
    <>
      {problem && (
        <p className="problem" role="alert">
          {starting.notStarted[problem]}
        </p>
      )}
      <button className="button" data-kind={kind} data-size={size} type="button" disabled={isBusy} onClick={() => void begin()}>
        {isBusy && <span className="spinner" />}
        {isBusy ? review.starting : label}
        {subject && <span className="visually-hidden"> {subject}</span>}
      </button>
    </>
  )
}
