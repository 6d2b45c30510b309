/** A button for an action that takes a while: it shows progress, ignores further clicks, and gets the focus back afterward. */
import { useEffect, useRef } from 'react'

type Props = {
  label: string
  /** Text after the label for screen readers, if several buttons have the same label. */
  about?: string
  busy: string
  isBusy: boolean
  kind?: 'primary' | 'danger' | 'quiet'
  isDisabled?: boolean
  /** `submit` submits the form, as the Enter key does. */
  type?: 'button' | 'submit'
  /** The id of the form, when the button is outside of it. */
  form?: string
  onPress?: () => void
}

export function BusyButton({ label, about, busy, isBusy, kind, isDisabled = false, type = 'button', form, onPress }: Props) {
  const element = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const button = element.current
    if (!isBusy) return
    // A disabled button loses the focus.
    return () => {
      if (document.activeElement?.matches('body, dialog')) button?.focus()
    }
  }, [isBusy])
  return (
    <button ref={element} className="button" data-kind={kind} type={type} form={form} disabled={isBusy || isDisabled} onClick={onPress}>
      {isBusy && <span className="spinner" />}
      {isBusy ? busy : label}
      {about && <span className="visually-hidden">{about}</span>}
    </button>
  )
}
