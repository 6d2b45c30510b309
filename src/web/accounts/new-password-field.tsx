/** The field for a new password. The browser checks its length; the server also checks whether it is easy to guess. */
import { passwordLengths } from '#exam/passwords.ts'
import { account, problemText } from '#text/accounts.ts'
import { Field } from '#web/ui/forms/field.tsx'

/** `weaknesses`: codes of the reasons why the server refused the password. */
type Props = { label: string; weaknesses: readonly string[] | undefined }

export function NewPasswordField({ label, weaknesses = [] }: Props) {
  return (
    <Field
      name="password"
      label={label}
      type="password"
      autoComplete="new-password"
      hint={account.passwordHint}
      problem={weaknesses.map((code) => problemText(code)).join(' ') || undefined}
      check={checkLength}
    />
  )
}

function checkLength({ length }: string): string | undefined {
  if (length < passwordLengths.min) return problemText('PASSWORD_TOO_SHORT')
  return length > passwordLengths.max ? problemText('PASSWORD_TOO_LONG') : undefined
}
