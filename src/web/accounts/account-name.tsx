/** Tells a password manager whose password a form is about; nobody else needs to see it. */
export function AccountName({ email }: { email: string }) {
  return (
    <input type="text" className="unseen" name="username" autoComplete="username" value={email} readOnly tabIndex={-1} aria-hidden="true" />
  )
}
