/** What is due, for the screen of a member. */
import { useEffect, useState } from 'react'
import { readDue, readLocalReview } from '#web/review/due-questions.ts'
import type { DueReviews } from '#server/review/index.ts'

/** Without `due` when it could not be asked. */
export type Asked = { due: DueReviews | undefined; isUnderWay: boolean }

const retryMs = 1500
const retriesMax = 8

/**
 * `undefined` until it is known; `ask` asks again. While the server offers a question that was answered here just now, it has not
 * heard of all. For one certification as long as the component lives.
 */
export function useDue(certificationId: string): { asked: Asked | undefined; ask: () => void } {
  const [asked, setAsked] = useState<Asked>()
  const isAsking = asked === undefined
  useEffect(() => {
    if (!isAsking) return
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = async (retries: number) => {
      const { isUnderWay, onTheirWay } = await readLocalReview(certificationId, Date.now())
      const due = await readDue(certificationId)
      if (isGone) return
      const isEarly = due?.questionIds.some((id) => onTheirWay.includes(id)) ?? false
      if (isEarly && retries < retriesMax) timer = setTimeout(() => void read(retries + 1), retryMs)
      else setAsked({ due, isUnderWay })
    }
    void read(0)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [certificationId, isAsking])
  return { asked, ask: () => setAsked(undefined) }
}
