/** The fields of a form that sets a day for a certification: which certification, and the day. */
import { langOfContent } from '#web/ui/english.tsx'
import { Field, SelectField } from '#web/ui/forms/field.tsx'

type Props = {
  /** Names of the two fields. */
  names: { certification: string; day: string }
  words: { certification: string; choose: string; day: string; dayHint?: string }
  certifications: readonly { id: string; name: string }[]
  /** The certification to preselect; ignored if it is not among `certifications`. */
  chosen: string
  day: string | undefined
  /** The current day in the member's time zone. */
  today: string
  /** Messages about the fields; `past` is shown if the day is before `today`. */
  problems: { certification: string | undefined; day: string | undefined; past: string | undefined }
}

export function DateFields({ names, words, certifications, chosen, day, today, problems }: Props) {
  const isKnown = certifications.some(({ id }) => id === chosen)
  return (
    <>
      <SelectField
        name={names.certification}
        label={words.certification}
        problem={problems.certification}
        defaultValue={isKnown ? chosen : ''}
        choices={[
          ['', words.choose],
          ...certifications.map(({ id, name }) => [id, `${id.toUpperCase()} ${name}`, langOfContent()] as const),
        ]}
      />
      <Field
        name={names.day}
        label={words.day}
        hint={words.dayHint}
        type="date"
        dayMin={today}
        value={day}
        problem={problems.day}
        check={(text) => (text < today ? problems.past : undefined)}
      />
    </>
  )
}
