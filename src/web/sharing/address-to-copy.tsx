/** An address with a copy button. If the browser cannot copy it, the address is selected so that the user can. */
import { useRef, useState } from 'react'
import { sharing } from '#web/text/en/sharing.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

export function AddressToCopy({ address }: { address: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [announcement, announce] = useState('')
  const isHydrated = useHydrated()
  const copy = async () => {
    const isCopied = await tryToCopy(address)
    if (!isCopied) field.current?.select()
    announce(isCopied ? sharing.copied : sharing.notCopied)
  }
  return (
    <Field
      label={sharing.address}
      below={
        <p className="hint" role="status">
          {announcement}
        </p>
      }
    >
      {(control) => (
        <div className="row">
          <input {...control} value={address} readOnly spellCheck={false} ref={field} onFocus={({ target }) => target.select()} />
          {isHydrated && (
            <button className="button" type="button" onClick={() => void copy()}>
              {sharing.copy}
            </button>
          )}
        </div>
      )}
    </Field>
  )
}

/** The clipboard is missing without HTTPS, and the user may have denied access to it. */
async function tryToCopy(text: string): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined
  try {
    await clipboard?.writeText(text)
    return clipboard !== undefined
  } catch {
    return false
  }
}
