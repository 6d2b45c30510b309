/** The field for an email address. It is checked when the user leaves it. */
import { emailProblem } from '#web/accounts/account-form.ts'
import { account, problemText } from '#text/accounts.ts'
import { Field } from '#web/ui/forms/field.tsx'

type Props = {
  label?: string
  value?: string | undefined
  /** Code of a problem that the server found. */
  problem?: string | undefined
  autoComplete?: string
}

export function EmailField({ label = account.email, value, problem, autoComplete = 'username' }: Props) {
  return (
    <Field
      name="email"
      label={label}
      type="email"
      autoComplete={autoComplete}
      value={value}
      problem={problem && problemText(problem)}
      check={(text) => (emailProblem(text) ? problemText('EMAIL_INVALID') : undefined)}
    />
  )
}
