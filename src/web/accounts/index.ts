/** The public API of this area for browser code. */
export { emailProblem, readFields, type UnreadableFormProblem } from './account-form.ts'
export { AuthProvider, useAuth, type AuthState } from './auth-provider.tsx'
export { EmailField } from './email-field.tsx'
export { ConfirmNotice } from './profile/confirm-notice.tsx'
export { SignOutButton } from './sign-out-button.tsx'
export type { Viewer } from './viewer.ts'
