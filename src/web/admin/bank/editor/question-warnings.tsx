/** Warnings about the content of a question while it is edited. A save returns these and those about markup. Errors are shown at their fields. */
import { checkAnswerKeyLength, checkQuestion } from '#exam/content-check.ts'
import { toAnswerKey, printForm, type QuestionForm } from '#web/admin/bank/editor/question-form.ts'
import type { CertificationChoice } from '#web/admin/bank/bank-address.ts'
import { questionEditor } from '#web/text/en/admin/question-editor.ts'

export function QuestionWarnings({ form, certification }: { form: QuestionForm; certification: CertificationChoice | undefined }) {
  const sentences = certification ? listWarnings(form, certification) : []
  if (sentences.length === 0) return null
  return (
    <details className="notice editor-look">
      <summary>{questionEditor.warnings(sentences.length)}</summary>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </details>
  )
}

function listWarnings(form: QuestionForm, { id, skillAreas, objectives }: CertificationChoice): string[] {
  const item = printForm(form)
  const question = {
    ...form,
    id: '',
    options: item.options,
    pairs: item.pairs,
    answerKey: toAnswerKey(form),
    optionExplanations: item.option_explanations,
    objective: item.objective,
    caseStudyId: item.case_study_id,
    grounding: null,
    createdAt: '',
  }
  // The weight of an area does not matter for a question.
  const outline = { id, objectives, skillAreas: skillAreas.map((area) => ({ ...area, weightMin: 0, weightMax: 0 })) }
  const issues = [...checkQuestion(question, outline), ...checkAnswerKeyLength(question)].filter(({ isError }) => !isError)
  return [...new Set(issues.map(({ field, reason }) => questionEditor.sentence(field, reason)))]
}
