/** Does something that takes a while: says so, takes no second click meanwhile, and has the focus back after it. */
import { useEffect, useRef } from 'react'

type Props = {
  label: string
  busy: string
  isBusy: boolean
  kind?: 'primary' | 'danger' | 'quiet'
  isDisabled?: boolean
  /** `submit` is what the Enter key presses, too; its form does the rest. */
  type?: 'button' | 'submit'
  /** The id of the form, where the button stands outside of it. */
  form?: string
  onPress?: () => void
}

export function BusyButton({ label, busy, isBusy, kind, isDisabled = false, type = 'button', form, onPress }: Props) {
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
    <button ref={element} className="button" data-kind={kind} type={type} form={form} disabled={isBusy || isDisabled} onClick={onPress}>
      {isBusy && <span className="spinner" />}
      {isBusy ? busy : label}
    </button>
  )
}
