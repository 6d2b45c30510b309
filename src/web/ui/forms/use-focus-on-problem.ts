/** Moves the focus to the first invalid field of a refused form, so that screen readers announce it. */
import { useEffect, useRef } from 'react'

/** `refused` changes with each refused submission. Attach the returned ref to the form. */
export function useFocusOnProblem(refused: object | undefined) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [refused])
  return form
}
