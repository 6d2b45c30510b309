/**
 * A form field: label, control, hint, and error message.
 *
 * Without children the control is a text input, which is checked when the user leaves it. Any other control is a function
 * child that spreads the given attributes: `<Field label="Text">{(control) => <textarea {...control} name="text" />}</Field>`.
 */
import { useId, useState, type ComponentProps } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { PasswordInput } from '#web/ui/forms/password-input.tsx'

type FieldProps = {
  label: string
  hint?: string | undefined
  /** The error message from the server or from the form. */
  problem?: string | undefined
  /** Content under the messages, such as a link. */
  below?: React.ReactNode
}

/** Attributes that connect a control to its label and messages. */
export type FieldControl = {
  id: string
  className: 'input'
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

type CustomControl = { children: (control: FieldControl) => React.ReactNode }

type TextInput = {
  name: string
  type?: 'email' | 'password' | 'text' | 'date'
  value?: string | undefined
  /** Returns an error message for an invalid text. */
  check?: (text: string) => string | undefined
  autoComplete?: string
  inputMode?: 'numeric' | 'email'
  lengthMax?: number
  /** Earliest date allowed: `2026-11-22`. */
  dayMin?: string
  /** Number of lines. When set, the control is a text area. */
  lines?: number
  isFocused?: boolean
  children?: undefined
}

export function Field(props: FieldProps & (CustomControl | TextInput)) {
  return props.children ? <CustomField {...props} /> : <TextField {...props} />
}

function CustomField({ label, hint, problem, below, children }: FieldProps & CustomControl) {
  const id = useId()
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {children({ id, className: 'input', ...describeControl(id, hint, problem) })}
      <FieldMessages id={id} hint={hint} problem={problem} />
      {below}
    </div>
  )
}

/** Once `check` has run on the typed text, its result replaces the server's message. */
function TextField({ problem, name, type = 'text', value, check, lengthMax, dayMin, lines, isFocused, ...rest }: FieldProps & TextInput) {
  const { label, hint, below, autoComplete, inputMode } = rest
  const [text, setText] = useState(value ?? '')
  const [checked, setChecked] = useState<{ problem: string | undefined; replaces: string | undefined }>()
  const shown = checked && checked.replaces === problem ? checked.problem : problem
  const attributes = {
    name,
    value: text,
    autoComplete,
    inputMode,
    maxLength: lengthMax,
    min: dayMin,
    autoFocus: isFocused,
    onChange: ({ target }: { target: { value: string } }) => {
      setText(target.value)
      // A message appears when the user leaves the field, and disappears once the text is valid.
      if (checked?.problem && !check?.(target.value)) setChecked({ ...checked, problem: undefined })
    },
    // Passing through an empty field is not an error yet.
    onBlur: () => check && text && afterPress(() => setChecked({ problem: check(text), replaces: problem })),
  }
  return (
    <CustomField label={label} hint={hint} problem={shown} below={below}>
      {(control) =>
        lines ? (
          <textarea {...control} {...attributes} rows={lines} />
        ) : type === 'password' ? (
          <PasswordInput {...control} {...attributes} label={label} />
        ) : (
          <input {...control} {...attributes} type={type} spellCheck={false} autoCapitalize="none" />
        )
      }
    </CustomField>
  )
}

type InputFieldProps = FieldProps & { onType: (text: string) => void } & Omit<ComponentProps<'input'>, 'onChange'>

/** A field with an input that the form controls. */
export function InputField({ label, hint, problem, below, onType, ...input }: InputFieldProps) {
  return (
    <CustomField label={label} hint={hint} problem={problem} below={below}>
      {(control) => <input autoComplete="off" {...control} {...input} onChange={({ target }) => onType(target.value)} />}
    </CustomField>
  )
}

/** Without a label, the value is shown. `lang`: the language of the label, if it is not the language of the page. */
export type FieldChoice = string | readonly [value: string, label: string, lang?: 'en' | undefined]

type SelectFieldProps = FieldProps & {
  choices: readonly FieldChoice[]
  onChoose?: (value: string) => void
} & Omit<ComponentProps<'select'>, 'children' | 'onChange'>

export function SelectField({ label, hint, problem, below, choices, onChoose, ...select }: SelectFieldProps) {
  return (
    <CustomField label={label} hint={hint} problem={problem} below={below}>
      {(control) => (
        <select {...control} {...select} onChange={({ target }) => onChoose?.(target.value)}>
          {choices
            .map((choice) => (typeof choice === 'string' ? ([choice, choice] as const) : choice))
            .map(([value, label, lang]) => (
              <option key={value} value={value} lang={lang}>
                {label}
              </option>
            ))}
        </select>
      )}
    </CustomField>
  )
}

/** A group of checkboxes or radio buttons with one legend, hint, and error message. */
export function FieldGroup({ label, hint, problem, below, children }: FieldProps & { children: React.ReactNode }) {
  const id = useId()
  return (
    <fieldset className="field" aria-describedby={describeControl(id, hint, problem)['aria-describedby']}>
      <legend className="label">{label}</legend>
      {children}
      <FieldMessages id={id} hint={hint} problem={problem} />
      {below}
    </fieldset>
  )
}

export function describeControl(id: string, hint: string | undefined, problem: string | undefined) {
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  return { 'aria-invalid': problem ? (true as const) : undefined, 'aria-describedby': described || undefined }
}

/** `id` is the id of the control, which refers to these messages. */
export function FieldMessages({ id, hint, problem }: { id?: string } & Pick<FieldProps, 'hint' | 'problem'>) {
  return (
    <>
      {hint && (
        <p className="hint" id={id && `${id}-hint`}>
          {hint}
        </p>
      )}
      {problem && (
        <p className="problem" id={id && `${id}-problem`}>
          <Icon name="alert" /> {problem}
        </p>
      )}
    </>
  )
}

/** A message that moves the page between press and release would cancel the click, so it waits until the pointer is up. */
function afterPress(show: () => void): void {
  if (document.querySelector(':active')) document.addEventListener('pointerup', () => setTimeout(show), { once: true })
  else show()
}
