/** Answer fields of statements, drop-down, and solution questions: Yes or No, and the completion with its blanks. */
import { letterOf, yesNo } from '#exam/question.ts'
import { blanksMax } from '#exam/bank-file/index.ts'
import { listChoiceLines, type QuestionForm } from '#web/admin/bank/editor/question-form.ts'
import type { FormEdit } from '#web/admin/bank/editor/question-form-edits.ts'
import RichTextEditor from '#web/admin/bank/editor/rich-text-editor.tsx'
import { EntryButton } from '#web/admin/move-buttons.tsx'
import { questionEditor } from '#web/text/en/admin/question-editor.ts'
import { Field, FieldMessages, InputField, SelectField } from '#web/ui/forms/field.tsx'
import { Icon } from '#web/ui/icon.tsx'

type Props = { form: QuestionForm; onMove: (move: FormEdit) => void; problemOf: (field: string) => string | undefined }

/** `id`: the id of a statement, or 0 for a solution. */
export function YesNoField({ form, id, label, onMove }: Omit<Props, 'problemOf'> & { id: number; label: string }) {
  return (
    <SelectField
      label={label}
      value={form.entered[id] ?? ''}
      choices={[['', questionEditor.notChosen], ...yesNo.map((entry) => [entry, questionEditor.yesNo[entry]] as const)]}
      onChoose={(entry) => onMove({ move: 'enter', id, entry })}
    />
  )
}

export function CompletionFields({ form, onMove, problemOf }: Props) {
  return (
    <div className="flow" data-field="completion">
      <Field label={questionEditor.drawn} hint={questionEditor.drawnHint}>
        {(control) => (
          <textarea
            {...control}
            rows={5}
            value={form.drawn}
            spellCheck={false}
            onChange={({ target }) => onMove({ move: 'set', values: { drawn: target.value } })}
          />
        )}
      </Field>
      <RichTextEditor
        label={questionEditor.content}
        height={200}
        value={form.content}
        onChange={(content) => onMove({ move: 'set', values: { content } })}
      />
      <p className="hint">{questionEditor.contentHint}</p>
      <fieldset className="field">
        <legend className="label">{questionEditor.blanks}</legend>
        <ol role="list">
          {form.blanks.map((blank, i) => (
            <li key={blank.id} className="editor-entry">
              <span className="tab">{i + 1}</span>
              <div className="flow">
                <InputField
                  label={questionEditor.blankLabel(i + 1)}
                  hint={questionEditor.blankLabelHint}
                  value={blank.label}
                  onType={(label) => onMove({ move: 'blank', id: blank.id, values: { label } })}
                />
                <Field label={questionEditor.choices(i + 1)} hint={questionEditor.choicesHint}>
                  {(control) => (
                    <textarea
                      {...control}
                      rows={4}
                      value={blank.choices}
                      onChange={({ target }) => onMove({ move: 'blank', id: blank.id, values: { choices: target.value } })}
                    />
                  )}
                </Field>
                <SelectField
                  label={questionEditor.correctChoice(i + 1)}
                  value={form.entered[blank.id] ?? ''}
                  choices={[
                    ['', questionEditor.notChosen],
                    ...listChoiceLines(blank.choices).map((choice, at) => [String(at), `${letterOf(at)} ${choice}`] as const),
                  ]}
                  onChoose={(entry) => onMove({ move: 'enter', id: blank.id, entry })}
                />
              </div>
              <div className="editor-moves">
                <EntryButton
                  icon="bin"
                  name={questionEditor.remove(questionEditor.blank(i + 1))}
                  onPress={() => onMove({ move: 'remove-blank', id: blank.id })}
                />
              </div>
            </li>
          ))}
        </ol>
        <p>
          <button className="button" type="button" disabled={form.blanks.length >= blanksMax} onClick={() => onMove({ move: 'add-blank' })}>
            <Icon name="plus" /> {questionEditor.addBlank}
          </button>
        </p>
        <FieldMessages problem={problemOf('completion')} />
      </fieldset>
    </div>
  )
}
