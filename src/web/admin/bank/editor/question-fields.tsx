/** The fields of a question, from its type to its reference. */
import { useState } from 'react'
import { isWebAddress } from '#exam/address.ts'
import type { QuestionState, QuestionType } from '#exam/question.ts'
import { FieldMessages, InputField, SelectField, type FieldChoice } from '#web/ui/forms/field.tsx'
import type { CertificationChoice } from '#web/admin/bank/bank-address.ts'
import { AnswerFields } from '#web/admin/bank/editor/answer-fields.tsx'
import { KeyField } from '#web/admin/bank/editor/key-field.tsx'
import { findKeyTextProblem, listDropped, type QuestionForm } from '#web/admin/bank/editor/question-form.ts'
import type { FormEdit } from '#web/admin/bank/editor/question-form-edits.ts'
import { Concerns } from '#web/admin/bank/editor/quality.tsx'
import RichTextEditor from '#web/admin/bank/editor/rich-text-editor.tsx'
import { questionEditor } from '#web/text/en/admin/question-editor.ts'
import { Icon } from '#web/ui/icon.tsx'

export type CaseStudyChoice = { id: string; title: string }

type Props = {
  form: QuestionForm
  certification: CertificationChoice | undefined
  caseStudies: readonly CaseStudyChoice[]
  /** Reasons not to publish the question. */
  concerns: readonly string[]
  problemOf: (field: string) => string | undefined
  onMove: (move: FormEdit) => void
  onAnnounce: (words: string) => void
}

export function QuestionFields({ form, certification, caseStudies, concerns, problemOf, onMove, onAnnounce }: Props) {
  // Partly typed text is not an error yet; it is checked when the user leaves the field.
  const [left, setLeft] = useState({ key: false, reference: false })
  const set = (values: Extract<FormEdit, { move: 'set' }>['values']) => onMove({ move: 'set', values })
  const areas = certification?.skillAreas ?? []
  const skills = areas.find(({ name }) => name === form.skillArea)?.skills ?? []
  const objectives = certification?.objectives ?? []
  const keyReason = left.key && form.keyText !== '' ? findKeyTextProblem(form) : undefined
  const keyProblem = problemOf('correct_answer') ?? (keyReason && questionEditor.sentence('correct_answer', keyReason))
  const isHalfAddress = left.reference && form.reference !== '' && !isWebAddress(form.reference.trim())

  const choice = (field: string, value: string, choices: readonly FieldChoice[], onChoose: (value: string) => void) => (
    <div data-field={field}>
      <SelectField
        label={questionEditor.fieldLabel(field)}
        problem={problemOf(field)}
        value={value}
        choices={choices}
        onChoose={onChoose}
      />
    </div>
  )
  const richText = (field: 'text' | 'explanation', height: 300 | 200) => (
    <div data-field={field}>
      <RichTextEditor
        label={questionEditor.fieldLabel(field)}
        height={height}
        value={form[field]}
        problem={problemOf(field)}
        onChange={(html) => set({ [field]: html })}
      />
    </div>
  )
  const areaChoices = areas.map(({ name }, i) => [name, `${i + 1} ${name}`] as const)
  const objectiveChoices = objectives
    .filter(({ skillArea, skill }) => skillArea === form.skillArea && skill === form.skill)
    .map(({ id, text }) => [id, text] as const)
  const caseStudyChoices = caseStudies.map(({ id, title }) => [id, title] as const)
  const difficulties: FieldChoice[] = [['', questionEditor.notStated], ...Object.entries(questionEditor.difficulties)]

  return (
    <>
      <div className="split editor-facts">
        {choice('question_type', form.type, Object.entries(questionEditor.types), (to) => onMove({ move: 'type', to: to as QuestionType }))}
        {choice('skill_area', form.skillArea, withNone(areaChoices, form.skillArea), (skillArea) =>
          set({ skillArea, skill: '', objective: '' }),
        )}
        {choice('skill', form.skill, withNone(skills, form.skill), (skill) => set({ skill, objective: '' }))}
        {(objectives.length > 0 || form.objective !== '') &&
          choice('objective', form.objective, withNone(objectiveChoices, form.objective), (objective) => set({ objective }))}
        {choice('case_study_id', form.caseStudyId, withNone(caseStudyChoices, form.caseStudyId), (caseStudyId) => set({ caseStudyId }))}
        {choice('difficulty', String(form.difficulty ?? ''), difficulties, (text) =>
          set({ difficulty: text === '' ? null : Number(text) }),
        )}
        {choice('state', form.state, Object.entries(questionEditor.states), (state) => set({ state: state as QuestionState }))}
      </div>
      <Concerns concerns={concerns} />
      <div role="status">
        {listDropped(form).map((dropped) => (
          <p key={dropped} className="notice">
            <Icon name="warning" /> {questionEditor.dropped[dropped]}
          </p>
        ))}
      </div>
      {richText('text', 300)}
      <AnswerFields form={form} onMove={onMove} onAnnounce={onAnnounce} problemOf={problemOf} />
      <FieldMessages problem={problemOf('option_explanations')} />
      <KeyField form={form} problem={keyProblem} onMove={onMove} onLeave={() => setLeft((before) => ({ ...before, key: true }))} />
      {richText('explanation', 200)}
      <div data-field="reference">
        <InputField
          label={questionEditor.fieldLabel('reference')}
          hint={questionEditor.referenceHint}
          problem={problemOf('reference') ?? (isHalfAddress ? questionEditor.referenceProblem : undefined)}
          type="url"
          value={form.reference}
          required
          spellCheck={false}
          onType={(reference) => set({ reference })}
          onBlur={() => setLeft((before) => ({ ...before, reference: true }))}
        />
      </div>
    </>
  )
}

/** The choices, after an empty one. A stored value that is not a choice stays selectable. */
function withNone(choices: readonly FieldChoice[], chosen: string): FieldChoice[] {
  const isKnown = chosen === '' || choices.some((choice) => (typeof choice === 'string' ? choice : choice[0]) === chosen)
  return [['', questionEditor.none], ...choices, ...(isKnown ? [] : [chosen])]
}
