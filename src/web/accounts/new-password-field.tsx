/** The field for a new password. The browser checks its length; the server also checks whether it is common. */
import { account, problemText } from '#web/text/en/accounts.ts'
import { Field } from '#web/ui/field.tsx'

type Props = {
  name: string
  label: string
  /** Codes of the reasons why the server refused the password. */
  weaknesses: readonly string[] | undefined
  /** In characters. */
  lengths: { min: number; max: number }
}

export function NewPasswordField({ name, label, weaknesses = [], lengths: { min, max } }: Props) {
  const check = (password: string) => {
    if (password.length < min) return problemText('PASSWORD_TOO_SHORT')
    return password.length > max ? problemText('PASSWORD_TOO_LONG') : undefined
  }
  return (
    <Field
      name={name}
      label={label}
      type="password"
      autoComplete="new-password"
      hint={account.passwordHint}
      problem={weaknesses.map((code) => problemText(code)).join(' ') || undefined}
      check={check}
    />
  )
}
