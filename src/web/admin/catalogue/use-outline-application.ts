/** Previews and applies an outline through `/api`. The typed text stays until the outline is applied. */
import { useRef, useState } from 'react'
import { callApi, type ApiRefusal, type FieldIssue } from '#web/admin/call-api.ts'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'
import { outlineAdmin } from '#web/text/en/admin/outline-admin.ts'
import type { OutlinePreview } from '#server/bank/index.ts'

type Continuations = OutlinePreview['continuations']
/** A preview, and the text that it was made from. */
type ShownPreview = { readonly preview: OutlinePreview; readonly text: string }
/** Why the last request failed. The reasons fit after their fields. */
export type OutlineTrouble = { readonly message: string; readonly refusals: readonly FieldIssue[] }
type Answer = { preview: OutlinePreview }

/** Larger files are not outlines, and would make the page slow. */
const bytesMax = 1_000_000

export function useOutlineApplication(certificationId: string, onApplied: (preview: OutlinePreview) => void) {
  const [text, setText] = useState('')
  const [shown, setShown] = useState<ShownPreview>()
  const [trouble, setTrouble] = useState<OutlineTrouble>()
  const [busy, setBusy] = useState<'preview' | 'apply'>()
  /** Number of the latest request. Responses to earlier requests are ignored. */
  const latest = useRef(0)

  const send = (body: object) => callApi<Answer>(`/api/certifications/${encodeURIComponent(certificationId)}/outline`, 'POST', body)

  /** Returns whether there is a new preview. */
  const show = async (outline: string, continuations: Continuations): Promise<boolean> => {
    if (outline.trim() === '') {
      setTrouble({ message: outlineAdmin.empty, refusals: [] })
      return false
    }
    const request = ++latest.current
    setBusy('preview')
    const result = await send({ outline, continues_as: continuations })
    if (request !== latest.current) return false
    setBusy(undefined)
    setTrouble(result.ok ? undefined : troubleOf(result, outlineAdmin.noAnswer))
    if (result.ok) setShown({ preview: result.value.preview, text: outline })
    return result.ok
  }

  const apply = async () => {
    if (!shown || busy) return
    latest.current++
    setBusy('apply')
    const { continuations, fingerprint } = shown.preview
    const result = await send({ outline: shown.text, continues_as: continuations, preview: fingerprint })
    setBusy(undefined)
    if (result.ok) {
      setTrouble(undefined)
      setShown(undefined)
      setText('')
      onApplied(result.value.preview)
      return
    }
    const current = result.problem?.current as OutlinePreview | undefined
    if (current) setShown({ preview: current, text: shown.text })
    setTrouble(current ? { message: outlineAdmin.changedMeanwhile, refusals: [] } : troubleOf(result, outlineAdmin.noAnswerApplying))
  }

  const take = async (file: File) => {
    if (file.size > bytesMax) return setTrouble({ message: outlineAdmin.tooLarge, refusals: [] })
    try {
      const read = await file.text()
      setTrouble(undefined)
      setText(read)
    } catch {
      setTrouble({ message: outlineAdmin.unreadable, refusals: [] })
    }
  }

  return {
    text,
    setText,
    shown,
    /** Whether the preview was made from the current text. */
    isCurrent: shown?.text === text,
    trouble,
    busy,
    show: () => show(text, shown?.preview.continuations ?? {}),
    /** If `to` is empty, no objective continues `from`. */
    continueAs: (from: string, to: string) => {
      if (!shown) return
      const { [from]: _, ...others } = shown.preview.continuations
      void show(shown.text, to === '' ? others : { ...others, [from]: to })
    },
    apply,
    take: (file: File) => void take(file),
  }
}

function troubleOf({ status, message, problem }: ApiRefusal, noResponse: string): OutlineTrouble {
  const { code = '', refusals = [] } = problem ?? {}
  if (status === undefined) return { message: noResponse, refusals }
  if (refusals.length > 0) return { message: outlineAdmin.problems(refusals.length), refusals }
  return { message: catalogueAdmin.problems[code] ?? message, refusals }
}
