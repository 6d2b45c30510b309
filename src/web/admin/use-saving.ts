/** What a form of the administration does with its server: save, delete, and what came of it. What was typed is never touched. */
import { useState } from 'react'
import { callApi } from '#web/admin/call-api.ts'
import type { Problem, ApiRefusal } from '#web/admin/call-api.ts'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'

export type Finding = { field: string; reason: string }

export type SavingState = {
  busy: 'saving' | 'deleting' | undefined
  /** A sentence about what went wrong at last; `undefined` after a success. */
  message: string | undefined
  problem: Problem | undefined
}

type Saving = SavingState & {
  /** Gives what the server answered, or nothing when it refused. */
  save: <Value>(path: string, method: 'POST' | 'PATCH', body: unknown) => Promise<Value | undefined>
  remove: (path: string) => Promise<boolean>
  /** Forgets what went wrong. */
  clear: () => void
  /** Forgets what it was about; the sentence stays. */
  setAside: () => void
}

const idle: SavingState = { busy: undefined, message: undefined, problem: undefined }

export function useSaving(): Saving {
  const [state, setState] = useState(idle)
  const fail = (refusal: ApiRefusal, noAnswer: string) =>
    setState({ busy: undefined, message: messageOf(refusal, noAnswer), problem: refusal.problem })
  return {
    ...state,
    save: async <Value>(path: string, method: 'POST' | 'PATCH', body: unknown) => {
      setState({ ...idle, busy: 'saving' })
      const told = await callApi<Value>(path, method, body)
      if (!told.ok) {
        fail(told, catalogueAdmin.noAnswer)
        return undefined
      }
      setState(idle)
      return told.value
    },
    remove: async (path) => {
      setState({ ...idle, busy: 'deleting' })
      const told = await callApi(path, 'DELETE')
      if (told.ok) setState(idle)
      else fail(told, catalogueAdmin.noAnswerDelete)
      return told.ok
    },
    clear: () => setState(idle),
    setAside: () => setState(({ message }) => ({ ...idle, message })),
  }
}

function messageOf({ status, message, problem }: ApiRefusal, noAnswer: string): string {
  const { code = '', refusals } = problem ?? {}
  if (status === undefined) return noAnswer
  if (refusals && refusals.length > 0) return catalogueAdmin.notSaved(refusals.length)
  return catalogueAdmin.problems[code] ?? message
}
