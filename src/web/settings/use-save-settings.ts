/** Saves settings as soon as they change. Unsaved changes are sent again when the browser is back online. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { SettingsFields, SettingsProblems } from '#exam/planning/settings.ts'
import { ownerHeaders, responseTimeoutMs } from '#web/sync/index.ts'

/** `refused`: a field is invalid. `failed`: the server could not be reached, or responded with another error. */
export type SettingsSaveStatus = 'idle' | 'saving' | 'saved' | 'refused' | 'failed' | 'signedOut'

type SettingsSaver = {
  status: SettingsSaveStatus
  problems: SettingsProblems
  /** Saves these fields, and any that could not be saved before. */
  save: (names: readonly (keyof SettingsFields)[]) => void
}

/** `read` returns the current fields of the form. `memberId`: whose settings the page shows. */
export function useSaveSettings(memberId: string, read: () => FormData, onSaved?: () => void): SettingsSaver {
  const [status, setStatus] = useState<SettingsSaveStatus>('idle')
  const [problems, setProblems] = useState<SettingsProblems>({})
  const unsaved = useRef(new Set<keyof SettingsFields>())
  const sending = useRef<Promise<unknown>>(Promise.resolve())

  const send = async () => {
    const names = [...unsaved.current]
    if (names.length === 0) return
    // A field that changes again while it is sent must be sent again.
    unsaved.current.clear()
    setStatus('saving')
    const body = pickFields(read(), names)
    const keepUnsaved = () => {
      for (const name of names) unsaved.current.add(name)
    }
    const response = await fetch('/api/settings', {
      method: 'POST',
      headers: ownerHeaders(memberId, undefined),
      body,
      signal: AbortSignal.timeout(responseTimeoutMs),
    }).catch(() => undefined)
    if (!response?.ok) keepUnsaved()
    if (response?.status === 422) {
      const { refusals } = (await response.json()) as {
        refusals: { field: keyof SettingsFields; reason: SettingsProblems[keyof SettingsFields] }[]
      }
      setProblems(Object.fromEntries(refusals.map(({ field, reason }) => [field, reason])))
      setStatus('refused')
    } else if (response?.ok) {
      setProblems({})
      setStatus('saved')
      onSaved?.()
    } else setStatus(response?.status === 401 ? 'signedOut' : 'failed')
  }
  // One request at a time, so that the last choice is also the one that the server saves last.
  const save = (names: readonly (keyof SettingsFields)[]) => {
    for (const name of names) unsaved.current.add(name)
    sending.current = sending.current.then(send).catch(() => setStatus('failed'))
  }
  const retry = useEffectEvent(() => save([]))
  useEffect(() => {
    const onOnline = () => retry()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [])
  return { status, problems, save }
}

function pickFields(form: FormData, names: readonly (keyof SettingsFields)[]): URLSearchParams {
  const body = new URLSearchParams(names.map((name) => ['changed', name]))
  for (const name of names) for (const value of form.getAll(name)) if (typeof value === 'string') body.append(name, value)
  return body
}
