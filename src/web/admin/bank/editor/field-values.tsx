/** Two versions of a question side by side, field by field, where they differ. */
import { letterOf } from '#exam/question.ts'
import type { WrittenField, WrittenQuestion } from '#web/admin/bank/editor/question-form.ts'
import { questionEditor } from '#web/text/en/admin/question-editor.ts'
import { RichText } from '#web/ui/rich-text.tsx'

type Side = { label: string; question: WrittenQuestion }

/** Fields that differ, in the order of the form. */
export function listDifferences(one: WrittenQuestion, other: WrittenQuestion): WrittenField[] {
  return (Object.keys(one) as WrittenField[]).filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]))
}

export function Differences({ left, right }: { left: Side; right: Side }) {
  return (
    <dl className="editor-differences">
      {listDifferences(left.question, right.question).map((field) => (
        <div key={field}>
          <dt>{questionEditor.fieldLabel(field)}</dt>
          {[left, right].map(({ label, question }) => (
            <dd key={label}>
              <p className="small">{label}</p>
              <FieldValue field={field} question={question} />
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}

/** HTML here was sanitised by the server or printed by the schema of the editor, as `RichText` asks. */
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
