/** A form with hidden fields and one submit button. The action checks its fields. */
import { Form } from 'react-router'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'

type Props = {
  hidden?: Record<string, string>
  submit: React.ComponentProps<typeof SubmitButton>
  /** The address to submit to. The default is the page of the form. */
  action?: string
  onInput?: () => void
  children?: React.ReactNode
  /** Links below the button. */
  below?: React.ReactNode
}

export function SubmitForm({ hidden = {}, submit, action, onInput, children, below }: Props) {
  return (
    <Form className="flow" method="post" noValidate onInput={onInput} {...(action && { action })}>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <SubmitButton kind="primary" size="large" {...submit} />
      {below}
    </Form>
  )
}
