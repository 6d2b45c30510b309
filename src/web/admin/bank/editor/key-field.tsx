/** The answer key as text. Selecting answers above changes the text, and typing here changes the selected answers. */
import { InputField } from '#web/ui/forms/field.tsx'
import type { QuestionForm } from '#web/admin/bank/editor/question-form.ts'
import type { FormEdit } from '#web/admin/bank/editor/question-form-edits.ts'
import { questionEditor } from '#web/text/en/admin/question-editor.ts'

type Props = { form: QuestionForm; problem: string | undefined; onMove: (move: FormEdit) => void; onLeave: () => void }

export function KeyField({ form, problem, onMove, onLeave }: Props) {
  return (
    <div data-field="correct_answer">
      <InputField
        label={questionEditor.fieldLabel('correct_answer')}
        hint={questionEditor.answerKeyHints[form.type]}
        problem={problem}
        value={form.keyText}
        required
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={500}
        onType={(text) => onMove({ move: 'key-text', text })}
        onBlur={() => {
          onMove({ move: 'key-read' })
          onLeave()
        }}
      />
    </div>
  )
}
