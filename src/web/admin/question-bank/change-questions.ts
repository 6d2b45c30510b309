/** What is done with several questions at once: `POST /api/questions/changes`, all or none. */
import { useState } from 'react'
import { callApi } from '#web/admin/call-api.ts'
import type { Told } from '#web/admin/call-api.ts'

export type Change = { type: 'publish' | 'withdraw' | 'delete' } | { type: 'move'; exam_id: string; skill_area?: string }

/** `busy`: the change under way. `change` gives the problem, or nothing when it was done. */
export function useChanges(): {
  busy: Change['type'] | null
  change: (ids: readonly string[], change: Change) => Promise<string | undefined>
} {
  const [busy, setBusy] = useState<Change['type'] | null>(null)
  const change = async (ids: readonly string[], change: Change) => {
    setBusy(change.type)
    const told: Told<unknown> = await callApi('/api/questions/changes', 'POST', { ids, change })
    setBusy(null)
    return told.ok ? undefined : told.message
  }
  return { busy, change }
}
