/** Changes several questions at once with `POST /api/questions/changes`, all or none. */
import { useState } from 'react'
import { callApi } from '#web/admin/call-api.ts'
import type { ApiResult } from '#web/admin/call-api.ts'

export type Change = { type: 'publish' | 'withdraw' | 'delete' } | { type: 'move'; exam_id: string; skill_area?: string }

/** `busy` is the change in progress. `change` returns the ids of the changed questions. */
export function useChanges(): {
  busy: Change['type'] | null
  change: (ids: readonly string[], change: Change) => Promise<ApiResult<string[]>>
} {
  const [busy, setBusy] = useState<Change['type'] | null>(null)
  const change = async (ids: readonly string[], change: Change): Promise<ApiResult<string[]>> => {
    setBusy(change.type)
    const told = await callApi<{ changed: string[] }>('/api/questions/changes', 'POST', { ids, change })
    setBusy(null)
    return told.ok ? { ok: true, value: told.value.changed } : told
  }
  return { busy, change }
}
