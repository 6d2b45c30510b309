/** Signing out by the dialog that first sends what is left. It comes when it is needed. */
import { useState } from 'react'
import type { ComponentType } from 'react'
import type { SignOutDialogProps } from '#web/accounts/sign-out-dialog.tsx'

type Way = Omit<SignOutDialogProps, 'onStay'>

/** `otherwise` is done when the dialog does not come: whatever the form does by itself. */
export function useSignOut() {
  const [asked, setAsked] = useState<{ Leaving: ComponentType<SignOutDialogProps>; way: Way }>()
  const signOut = (way: Way, otherwise: () => void) => {
    import('#web/accounts/sign-out-dialog.tsx').then(({ SignOutDialog }) => setAsked({ Leaving: SignOutDialog, way }), otherwise)
  }
  return { signOut, leaving: asked && <asked.Leaving {...asked.way} onStay={() => setAsked(undefined)} /> }
}
