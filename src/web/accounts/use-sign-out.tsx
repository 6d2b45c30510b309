/** Signs out through a dialog that first sends unsent answers. The dialog is loaded when it is needed. */
import { useState, type ComponentType } from 'react'
import type { SignOutDialogProps } from '#web/accounts/sign-out-dialog.tsx'

type SignOutRequest = Omit<SignOutDialogProps, 'onStay'>

/** `submitForm` runs when the dialog cannot be loaded. Render `signOutDialog` where the hook is used. */
export function useSignOut() {
  const [open, setOpen] = useState<{ SignOutDialog: ComponentType<SignOutDialogProps>; request: SignOutRequest }>()
  const signOut = (request: SignOutRequest, submitForm: () => void) => {
    import('#web/accounts/sign-out-dialog.tsx').then(({ SignOutDialog }) => setOpen({ SignOutDialog, request }), submitForm)
  }
  return { signOut, signOutDialog: open && <open.SignOutDialog {...open.request} onStay={() => setOpen(undefined)} /> }
}
