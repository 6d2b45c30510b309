/**
 * A clock that shows how long the question has been on screen in this attempt. It stops when the answer is revealed. Screen readers do not announce
 * it.
 */
import { useEffect, useState } from 'react'
import type { Attempt } from '#exam/attempt.ts'
import { readQuestionTime } from '#web/sync/index.ts'
import { questionTime } from '#text/question-time.ts'

const tickMs = 1000

export type QuestionTimeProps = { attempt: Attempt; questionId: string }

/** Render it with a different `key` for each question. */
export default function QuestionTime({ attempt: { certificationId, set, revealed }, questionId }: QuestionTimeProps) {
  const [earlierMs, setEarlierMs] = useState(0)
  const [shownMs, setShownMs] = useState(0)
  useEffect(() => {
    let isGone = false
    readQuestionTime({ certificationId, set }, questionId).then(
      (ms) => isGone || setEarlierMs(ms),
      // Without storage, the time begins when the question is shown.
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [certificationId, set, questionId])
  const isRunning = !revealed.includes(questionId)
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setShownMs((before) => before + tickMs)
    }, tickMs)
    return () => clearInterval(timer)
  }, [isRunning])
  const ms = earlierMs + shownMs
  return (
    <span className="question-time" role="timer" aria-label={questionTime.name(ms)}>
      {questionTime.figure(ms)}
    </span>
  )
}
