/** Does something that takes a while: says so, takes no second click meanwhile, and has the focus back when it failed. */
import { useEffect, useRef } from 'react'

type Props = {
  label: string
  busy: string
  isBusy: boolean
  kind?: 'primary' | 'danger' | 'quiet'
  isDisabled?: boolean
  onPress: () => void
}

export function BusyButton({ label, busy, isBusy, kind, isDisabled = false, onPress }: Props) {
  const element = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const button = element.current
    if (!isBusy) return
    // A button that is disabled loses the focus.
    return () => {
      if (document.activeElement?.matches('body, dialog')) button?.focus()
    }
  }, [isBusy])
  return (
    <button ref={element} className="button" data-kind={kind} type="button" disabled={isBusy || isDisabled} onClick={onPress}>
      {isBusy && <span className="spinner" />}
      {isBusy ? busy : label}
    </button>
  )
}
