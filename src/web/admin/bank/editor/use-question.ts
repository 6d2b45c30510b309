/** Loads, edits, and saves the question in the editor. Nothing the administrator typed is lost, regardless of the response. */
import { useReducer, useState } from 'react'
import { isWebAddress } from '#exam/address.ts'
import type { Objective } from '#exam/outline.ts'
import { callApi, type ApiRefusal, type FieldIssue } from '#web/admin/call-api.ts'
import { useApiLoad } from '#web/admin/use-api-load.ts'
import {
  emptyForm,
  isChanged,
  findKeyTextProblem,
  listChanges,
  printForm,
  readForm,
  type QuestionForm,
} from '#web/admin/bank/editor/question-form.ts'
import { editForm } from '#web/admin/bank/editor/question-form-edits.ts'
import { useMounted } from '#web/admin/bank/editor/use-mounted.ts'
import { failureSentence, questionEditor } from '#web/text/en/admin/question-editor.ts'
import type { StoredQuestion } from '#server/bank/index.ts'

export type SavedQuestion = { question: StoredQuestion; warnings: readonly FieldIssue[] }

export type EditorTrouble =
  | { type: 'failure'; message: string }
  /** Messages by field, and the form that they apply to. */
  | { type: 'fields'; sentences: readonly { field: string; sentence: string }[]; form: QuestionForm }
  | { type: 'conflict'; current: StoredQuestion }

/** The initial values of the form. `stored` is present for a question in the bank. */
type Base = { form: QuestionForm; stored: StoredQuestion | undefined }

export type EditedQuestion = ReturnType<typeof useQuestion>

/** `objective`: the objective of a new question. */
export function useQuestion(questionId: string | undefined, examId: string, objective?: Objective) {
  const [form, move] = useReducer(editForm, undefined, () => emptyForm(examId, objective))
  const [base, setBase] = useState<Base | undefined>(questionId === undefined ? { form, stored: undefined } : undefined)
  const [isSaving, setSaving] = useState(false)
  const [trouble, setTrouble] = useState<EditorTrouble>()
  const mounted = useMounted()

  /** Replaces the form with a stored version of the question. */
  const take = (stored: StoredQuestion) => {
    const read = readForm(stored)
    move({ move: 'replace', form: read })
    setBase({ form: read, stored })
  }

  const path = questionId === undefined ? undefined : `/api/questions/${encodeURIComponent(questionId)}`
  const reload = useApiLoad<StoredQuestion>(path, (result) => {
    if (result.ok) take(result.value)
    else setTrouble({ type: 'failure', message: failureSentence(result) })
  })

  const refused = (refusal: ApiRefusal) => {
    const { code, problem } = refusal
    if (code === 'QUESTION_CHANGED' && problem?.current) setTrouble({ type: 'conflict', current: problem.current as StoredQuestion })
    else if (problem?.refusals && problem.refusals.length > 0)
      setTrouble({ type: 'fields', form, sentences: problem.refusals.map(sentenceOf) })
    else if (code === 'UNKNOWN_QUESTION') {
      setBase({ form: emptyForm(form.examId), stored: undefined })
      setTrouble({ type: 'failure', message: questionEditor.deleted })
    } else setTrouble({ type: 'failure', message: failureSentence(refusal) })
  }

  /** Returns `undefined` if the save failed or the editor was closed. `over` is another user's version that this save replaces. */
  const save = async (over?: StoredQuestion): Promise<SavedQuestion | 'unchanged' | undefined> => {
    if (!base) return undefined
    const sentences = findMistakes(form)
    if (sentences.length > 0) {
      setTrouble({ type: 'fields', sentences, form })
      return undefined
    }
    const stored = over ?? base.stored
    const changes = listChanges(over ? readForm(over) : base.form, form)
    if (stored && Object.keys(changes).length === 0) return 'unchanged'
    setTrouble(undefined)
    setSaving(true)
    const result = stored
      ? await callApi<SavedQuestion>(`/api/questions/${encodeURIComponent(stored.id)}`, 'PATCH', { ...changes, version: stored.version })
      : await callApi<SavedQuestion>('/api/questions', 'POST', printForm(form))
    if (!mounted.current) return undefined
    setSaving(false)
    if (result.ok) return result.value
    refused(result)
    return undefined
  }

  return {
    form,
    move,
    /** `undefined` until the question is loaded. */
    base,
    isUnsaved: base !== undefined && isChanged(base.form, form),
    isSaving,
    trouble,
    setTrouble,
    take,
    /** Loads the question again after a failure. */
    open: () => {
      setTrouble(undefined)
      reload()
    },
    save,
  }
}

/** Errors that the browser finds without the server. Source: spec §5, admin question form. */
function findMistakes(form: QuestionForm): { field: string; sentence: string }[] {
  const reason = findKeyTextProblem(form)
  const isMissing = form.keyText.trim() === ''
  const key = isMissing ? questionEditor.answerKeyMissing[form.type] : reason && questionEditor.sentence('correct_answer', reason)
  return [
    ...(key ? [{ field: 'correct_answer', sentence: key }] : []),
    ...(isWebAddress(form.reference.trim()) ? [] : [{ field: 'reference', sentence: questionEditor.referenceProblem }]),
  ]
}

function sentenceOf({ field, reason }: FieldIssue): { field: string; sentence: string } {
  return { field, sentence: questionEditor.sentence(field, reason) }
}

/** The message for a field, until the field is changed. */
export function sentenceAbout(trouble: EditorTrouble | undefined, form: QuestionForm, field: string): string | undefined {
  if (trouble?.type !== 'fields') return undefined
  const valueIn = (of: QuestionForm) => JSON.stringify(Object.entries(printForm(of)).filter(([name]) => name === field))
  const isSame = valueIn(trouble.form) === valueIn(form) && (field !== 'correct_answer' || trouble.form.keyText === form.keyText)
  return isSame ? trouble.sentences.find((one) => one.field === field)?.sentence : undefined
}
