/** Loads the quality of a question, again after each save. */
import { useEffect, useState } from 'react'
import { callApi, type ApiResult } from '#web/admin/call-api.ts'
import type { QuestionQuality } from '#web/admin/bank/api/question-quality.ts'

/** `result` is missing while it is loading, and for a new question. */
export type LoadedQuality = { result: ApiResult<QuestionQuality> | undefined; reload: () => void }

export function useQuality(questionId: string | undefined, version: number | undefined): LoadedQuality {
  const [result, setResult] = useState<ApiResult<QuestionQuality>>()
  const [loads, setLoads] = useState(0)

  useEffect(() => {
    // `loads` is a dependency only, so that a new number loads it again.
    if (questionId === undefined || version === undefined || loads < 0) return
    const leaving = new AbortController()
    const path = `/api/questions/${encodeURIComponent(questionId)}/quality`
    void callApi<QuestionQuality>(path, 'GET', undefined, leaving.signal).then((loaded) => {
      if (!leaving.signal.aborted) setResult(loaded)
    })
    return () => leaving.abort()
  }, [questionId, version, loads])

  return { result, reload: () => setLoads(loads + 1) }
}
