/** Changes several questions at once with `POST /api/questions/changes`, all or none. */
import { useState } from 'react'
import { callApi, type ApiResult } from '#web/admin/call-api.ts'

export type BulkChange = { type: 'publish' | 'withdraw' | 'delete' } | { type: 'move'; exam_id: string; skill_area?: string }

/** `busy` is the change in progress. `change` returns the ids of the changed questions. */
export function useChanges(): {
  busy: BulkChange['type'] | null
  change: (ids: readonly string[], change: BulkChange) => Promise<ApiResult<string[]>>
} {
  const [busy, setBusy] = useState<BulkChange['type'] | null>(null)
  const change = async (ids: readonly string[], change: BulkChange): Promise<ApiResult<string[]>> => {
    setBusy(change.type)
    const result = await callApi<{ changed: string[] }>('/api/questions/changes', 'POST', { ids, change })
    setBusy(null)
    return result.ok ? { ok: true, value: result.value.changed } : result
  }
  return { busy, change }
}
