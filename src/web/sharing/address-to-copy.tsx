/** An address with a copy button. If the browser cannot copy it, the address is selected so that the user can. */
import { useRef, useState } from 'react'
import { sharing } from '#text/sharing.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { tryToCopy } from '#web/ui/figures/copy-text.ts'
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
