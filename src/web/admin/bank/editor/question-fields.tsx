/** The fields of a question, from its type to its reference. */
import { useState } from 'react'
import { isWebAddress } from '#exam/address.ts'
import { questionStates, questionTypes, type QuestionType } from '#exam/question.ts'
import { Field } from '#web/ui/field.tsx'
import type { CertificationChoice } from '#web/admin/bank/bank-address.ts'
import { AnswerFields, KeyField } from '#web/admin/bank/editor/answer-fields.tsx'
import { findKeyTextProblem, listDropped, type QuestionForm } from '#web/admin/bank/editor/question-form.ts'
import type { FormEdit } from '#web/admin/bank/editor/question-form-edits.ts'
import RichTextEditor from '#web/admin/bank/editor/rich-text-editor.tsx'
import { questionEditor } from '#web/text/en/admin/question-editor.ts'
import { Icon } from '#web/ui/icon.tsx'

export type CaseStudyChoice = { id: string; title: string }

type Props = {
  form: QuestionForm
  certification: CertificationChoice | undefined
  caseStudies: readonly CaseStudyChoice[]
  /** The error of a field. */
  problemOf: (field: string) => string | undefined
  onMove: (move: FormEdit) => void
  onAnnounce: (words: string) => void
}

export function QuestionFields({ form, certification, caseStudies, problemOf, onMove, onAnnounce }: Props) {
  // Partly typed text is not an error yet; it is checked when the user leaves the field.
  const [left, setLeft] = useState<{ key: boolean; reference: boolean }>({ key: false, reference: false })
  const set = (values: Extract<FormEdit, { move: 'set' }>['values']) => onMove({ move: 'set', values })
  const areas = certification?.skillAreas ?? []
  const skills = areas.find(({ name }) => name === form.skillArea)?.skills ?? []
  const keyReason = left.key && form.keyText !== '' ? findKeyTextProblem(form) : undefined
  const keyProblem = problemOf('correct_answer') ?? (keyReason && questionEditor.sentence('correct_answer', keyReason))
  const isHalfAddress = left.reference && form.reference !== '' && !isWebAddress(form.reference.trim())

  return (
    <>
      <div className="split editor-facts">
        <Choice
          field="question_type"
          value={form.type}
          choices={questionTypes.map((type) => [type, questionEditor.types[type]])}
          problem={problemOf('question_type')}
          onChoose={(type) => onMove({ move: 'type', to: type as QuestionType })}
        />
        <Choice
          field="skill_area"
          value={form.skillArea}
          choices={withNone(
            areas.map(({ name }, i) => [name, `${i + 1} ${name}`]),
            form.skillArea,
          )}
          problem={problemOf('skill_area')}
          onChoose={(skillArea) => set({ skillArea, skill: '' })}
        />
        <Choice
          field="skill"
          value={form.skill}
          choices={withNone(
            skills.map((skill) => [skill, skill]),
            form.skill,
          )}
          problem={problemOf('skill')}
          onChoose={(skill) => set({ skill })}
        />
        <Choice
          field="case_study_id"
          value={form.caseStudyId}
          choices={withNone(
            caseStudies.map(({ id, title }) => [id, title]),
            form.caseStudyId,
          )}
          problem={problemOf('case_study_id')}
          onChoose={(caseStudyId) => set({ caseStudyId })}
        />
        <Choice
          field="difficulty"
          value={String(form.difficulty ?? '')}
          choices={[['', questionEditor.notStated], ...Object.entries(questionEditor.difficulties)]}
          problem={problemOf('difficulty')}
          onChoose={(difficulty) => set({ difficulty: difficulty === '' ? null : Number(difficulty) })}
        />
        <Choice
          field="state"
          value={form.state}
          choices={questionStates.map((state) => [state, questionEditor.states[state]])}
          problem={problemOf('state')}
          onChoose={(state) => set({ state: state === 'draft' ? 'draft' : 'published' })}
        />
      </div>
      <div role="status">
        {listDropped(form).map((dropped) => (
          <p key={dropped} className="notice">
            <Icon name="warning" /> {questionEditor.dropped[dropped]}
          </p>
        ))}
      </div>
      <div data-field="text">
        <RichTextEditor
          label={questionEditor.fieldLabel('text')}
          height={300}
          value={form.text}
          problem={problemOf('text')}
          onChange={(text) => set({ text })}
        />
      </div>
      <AnswerFields form={form} onMove={onMove} onAnnounce={onAnnounce} problemOf={problemOf} />
      {problemOf('option_explanations') && (
        <p className="problem">
          <Icon name="alert" /> {problemOf('option_explanations')}
        </p>
      )}
      <KeyField form={form} problem={keyProblem} onMove={onMove} onLeave={() => setLeft((before) => ({ ...before, key: true }))} />
      <div data-field="explanation">
        <RichTextEditor
          label={questionEditor.fieldLabel('explanation')}
          height={200}
          value={form.explanation}
          problem={problemOf('explanation')}
          onChange={(explanation) => set({ explanation })}
        />
      </div>
      <div data-field="reference">
        <Field
          label={questionEditor.fieldLabel('reference')}
          hint={questionEditor.referenceHint}
          problem={problemOf('reference') ?? (isHalfAddress ? questionEditor.referenceProblem : undefined)}
        >
          {(control) => (
            <input
              {...control}
              type="url"
              value={form.reference}
              required
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => set({ reference: target.value })}
              onBlur={() => setLeft((before) => ({ ...before, reference: true }))}
            />
          )}
        </Field>
      </div>
    </>
  )
}

type FieldPair = readonly [value: string, label: string]

/** The options after an empty one. A stored value that is not among them stays selectable. */
function withNone(choices: readonly FieldPair[], chosen: string): FieldPair[] {
  const isKnown = chosen === '' || choices.some(([value]) => value === chosen)
  return [['', questionEditor.none], ...choices, ...(isKnown ? [] : [[chosen, chosen] as const])]
}

type ChoiceProps = {
  field: string
  value: string
  choices: readonly FieldPair[]
  problem: string | undefined
  onChoose: (value: string) => void
}

function Choice({ field, value, choices, problem, onChoose }: ChoiceProps) {
  return (
    <div data-field={field}>
      <Field label={questionEditor.fieldLabel(field)} problem={problem}>
        {(control) => (
          <select {...control} value={value} onChange={({ target }) => onChoose(target.value)}>
            {choices.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  )
}
