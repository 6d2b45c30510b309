/** The values of a question's fields, for comparing two versions. */
import { printCompletion } from '#exam/completion.ts'
import { escapeHtml } from '#exam/plain-text.ts'
import { letterOf } from '#exam/question.ts'
import type { FieldDifference } from '#web/admin/differences.tsx'
import { listDifferentFields, type WrittenField, type WrittenQuestion } from '#web/admin/bank/editor/question-form.ts'
import { questionEditor } from '#web/text/en/admin/question-editor.ts'
import { RichText } from '#web/ui/rich-text.tsx'

export function listDifferences(one: WrittenQuestion, other: WrittenQuestion): FieldDifference[] {
  return listDifferentFields(one, other).map((field) => ({
    label: questionEditor.fieldLabel(field),
    values: [<FieldValue key="one" field={field} question={one} />, <FieldValue key="other" field={field} question={other} />],
  }))
}

/** The HTML was sanitized by the server or printed by the schema of the editor, as `RichText` requires. */
export function FieldValue({ field, question }: { field: WrittenField; question: WrittenQuestion }) {
  switch (field) {
    case 'text':
    case 'explanation':
      return question[field] ? <RichText className="flow" html={question[field]} /> : questionEditor.nothing
    case 'options':
    case 'option_explanations':
      return <Lettered list={question[field]} />
    case 'pairs':
      return question.pairs ? (
        <>
          <Lettered list={question.pairs.left} isNumbered />
          <Lettered list={question.pairs.right} />
        </>
      ) : (
        questionEditor.nothing
      )
    case 'completion':
      return question.completion ? (
        <>
          <RichText className="flow" html={printCompletion(question.completion, (blank) => `<b>[${blank + 1}]</b>`)} />
          <Lettered
            list={question.completion.blanks.map(({ label, choices }) => escapeHtml(`${label}: ${choices.join(', ')}`))}
            isNumbered
          />
        </>
      ) : (
        questionEditor.nothing
      )
    case 'correct_answer':
      return question.correct_answer.join(',') || questionEditor.nothing
    case 'question_type':
      return questionEditor.types[question.question_type]
    case 'state':
      return questionEditor.states[question.state]
    case 'exam_id':
    case 'reference':
    case 'case_study_id':
    case 'skill_area':
    case 'skill':
    case 'objective':
    case 'difficulty':
      return String(question[field] ?? '') || questionEditor.nothing
  }
}

function Lettered({ list, isNumbered = false }: { list: readonly (string | null)[]; isNumbered?: boolean }) {
  if (list.length === 0) return questionEditor.nothing
  return (
    <ol role="list">
      {list.map((html, i) => (
        <li key={i}>
          <b>{isNumbered ? i + 1 : letterOf(i)}</b> {html ? <RichText as="span" html={html} /> : questionEditor.nothing}
        </li>
      ))}
    </ol>
  )
}
