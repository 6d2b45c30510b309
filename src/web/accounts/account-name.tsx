/** A hidden field that tells password managers which account a form belongs to. */
export function AccountName({ email }: { email: string }) {
  return (
    <input
      type="text"
      className="visually-hidden"
      name="username"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  )
}
