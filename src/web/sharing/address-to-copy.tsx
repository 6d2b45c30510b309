/** An address with a button that copies it. Where the browser refuses, the address is selected for whoever copies by hand. */
import { useRef, useState, useSyncExternalStore } from 'react'
import { sharing } from '#web/text/en/sharing.ts'

export function AddressToCopy({ address }: { address: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState('')
  const isInBrowser = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
  const copy = async () => {
    const isCopied = await tryToCopy(address)
    if (!isCopied) field.current?.select()
    setSaid(isCopied ? sharing.copied : sharing.notCopied)
  }
  return (
    <div className="field">
      <label className="label" htmlFor="address">
        {sharing.address}
      </label>
      <div className="row">
        <input
          className="input"
          id="address"
          value={address}
          readOnly
          spellCheck={false}
          ref={field}
          onFocus={({ target }) => target.select()}
        />
        {isInBrowser && (
          <button className="button" type="button" onClick={() => void copy()}>
            {sharing.copy}
          </button>
        )}
      </div>
      <p className="hint" role="status">
        {said}
      </p>
    </div>
  )
}

/** Without an encrypted connection there is no clipboard, and a person may have forbidden it. */
async function tryToCopy(text: string): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined
  try {
    await clipboard?.writeText(text)
    return clipboard !== undefined
  } catch {
    return false
  }
}
