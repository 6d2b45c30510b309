/** An input for a password, with a button that shows what is typed. Sending the form hides it again, before browsers offer to save it. */
import { useEffect, useRef, useState, type ComponentProps } from 'react'
import { forms } from '#text/forms.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'

export function PasswordInput({ label, ...input }: ComponentProps<'input'> & { label: string }) {
  const [isShown, setShown] = useState(false)
  const element = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const form = element.current?.form
    const hide = () => setShown(false)
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [])
  return (
    <div className="password-input">
      <input {...input} ref={element} type={isShown ? 'text' : 'password'} spellCheck={false} autoCapitalize="none" />
      <ShowButton label={label} isShown={isShown} onPress={() => setShown(!isShown)} />
    </div>
  )
}

type ShowButtonProps = { label: string; isShown: boolean; onPress: () => void }

/** A separate component: rendering the input again during hydration would lose what was typed before the scripts loaded. */
function ShowButton({ label, isShown, onPress }: ShowButtonProps) {
  if (!useHydrated()) return null
  return (
    <button type="button" aria-pressed={isShown} onClick={onPress}>
      {isShown ? forms.hideText : forms.showText}
      <span className="visually-hidden"> {label.toLowerCase()}</span>
    </button>
  )
}
