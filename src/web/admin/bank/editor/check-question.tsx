/** "Check this question": the warnings of the tutor's model about the stored question. */
import { useState } from 'react'
import type { QuestionCheck } from '#exam/tutor/tutor-contract.ts'
import { callApi, type ApiResult } from '#web/admin/call-api.ts'
import { failureSentence } from '#web/text/en/admin/question-editor.ts'
import { questionCheck } from '#web/text/en/admin/question-check.ts'
import { Notice } from '#web/ui/notice.tsx'

export function CheckQuestion({ questionId, version }: { questionId: string; version: number }) {
  const [result, setResult] = useState<ApiResult<QuestionCheck>>()
  const [isBusy, setBusy] = useState(false)
  const check = async () => {
    if (isBusy) return
    setBusy(true)
    setResult(await callApi<QuestionCheck>(`/api/questions/${encodeURIComponent(questionId)}/check`, 'POST', {}))
    setBusy(false)
  }
  const isCurrent = result?.ok === true && result.value.version === version
  return (
    <div className="flow">
      <p className="row">
        <button className="button" type="button" aria-disabled={isBusy} onClick={() => void check()}>
          {questionCheck.check}
        </button>
        <span className="small">{questionCheck.hint}</span>
      </p>
      <div role="status">
        {isBusy && (
          <p className="row">
            <span className="spinner" /> {questionCheck.busy}
          </p>
        )}
        {!isBusy && result && !result.ok && <Notice verdict="wrong">{failureSentence(result)}</Notice>}
        {!isBusy && isCurrent && result.value.warnings.length === 0 && <Notice verdict="right">{questionCheck.nothing}</Notice>}
        {!isBusy && isCurrent && result.value.warnings.length > 0 && (
          <ul>
            {result.value.warnings.map((warning) => (
              <li key={warning.type}>{questionCheck.sentence(warning)}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
