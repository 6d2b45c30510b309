/** The objectives that a new outline no longer has, with a choice of the objective that continues each. */
import type { Objective } from '#exam/outline.ts'
import { outlineAdmin } from '#web/text/en/admin/outline-admin.ts'
import { SelectField, type FieldChoice } from '#web/ui/forms/field.tsx'
import type { OutlinePreview } from '#server/bank/index.ts'

type Props = { preview: OutlinePreview; onContinue: (from: string, to: string) => void }

export function RemovedObjectives({ preview, onContinue }: Props) {
  const { objectives } = preview
  const entries = [
    ...objectives.removed.map((objective) => ({ id: objective.id, text: objective.text })),
    ...objectives.unknown.map((id) => ({ id, text: outlineAdmin.removedEarlier(id) })),
  ]
  return (
    <section className="flow">
      <h3>{outlineAdmin.removed}</h3>
      <p className="soft measure">{outlineAdmin.removedLede}</p>
      <ul className="removed-objectives" role="list">
        {entries.map((entry) => (
          <li key={entry.id}>
            <RemovedObjective {...entry} preview={preview} onContinue={onContinue} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function RemovedObjective({ id, text, preview, onContinue }: Props & { id: string; text: string }) {
  const { objectives, suggestions, continuations, sizes } = preview
  const suggestion = suggestions.find(({ from }) => from === id)
  const suggested = suggestion && objectives.added.find((one) => one.id === suggestion.to)
  const nothing: FieldChoice = ['', outlineAdmin.orphans(sizes[id] ?? 0)]
  const rest = [...objectives.added, ...objectives.changed.map(({ after }) => after), ...objectives.same]
  const choiceOf = ({ id, text }: Objective): FieldChoice => [id, id === suggested?.id ? outlineAdmin.similar(text) : text]
  const value = continuations[id] ?? ''
  return (
    <>
      <p>{text}</p>
      <SelectField
        label={outlineAdmin.continuesAs}
        aria-label={`${outlineAdmin.continuesAs}: ${text}`}
        value={value}
        choices={[nothing, ...(suggested ? [suggested] : []).map(choiceOf), ...rest.filter((one) => one !== suggested).map(choiceOf)]}
        onChoose={(to) => onContinue(id, to)}
        below={
          suggested &&
          value === '' && (
            <p className="small">
              {outlineAdmin.suggestion(suggested.text)}{' '}
              <button
                className="link"
                type="button"
                onClick={({ currentTarget }) => {
                  // The button disappears, so the focus moves to the select field.
                  currentTarget.closest('li')?.querySelector('select')?.focus()
                  onContinue(id, suggested.id)
                }}
              >
                {outlineAdmin.accept}
                <span className="visually-hidden"> {outlineAdmin.acceptFor(text)}</span>
              </button>
            </p>
          )
        }
      />
    </>
  )
}
