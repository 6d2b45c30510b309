/**
 * The values of the question form. List entries have ids, and the answer key refers to these ids, so it stays correct when
 * an entry is moved or removed. Edits are in `question-form-edits.ts`.
 */
import { findAnswerKeyProblem, needsOptions, parseAnswerKey, type BankItem } from '#exam/bank-file/index.ts'
import type { Completion } from '#exam/completion.ts'
import { formatDrawnForm, parseDrawnForm } from '#exam/bank-file/drawn-form-text.ts'
import type { Objective } from '#exam/outline.ts'
import { letterOf, positionOf, parsePair, type AnswerInput, type Pairs, type QuestionState, type QuestionType } from '#exam/question.ts'

/** An option, step, statement, prompt, or item as HTML. `why` is the explanation of an option, HTML or empty. */
export type FormEntry = { readonly id: number; readonly html: string; readonly why: string }

/** A blank in a completion. `label` and `choices` are plain text; `choices` has one choice per line. */
export type FormBlank = { readonly id: number; readonly label: string; readonly choices: string }

/**
 * `options` are choices, statements, or steps in the order that candidates first see. `left` are prompts and `right` items of a
 * drag-and-drop question.
 */
export type ListName = 'options' | 'left' | 'right'

export type QuestionForm = {
  readonly examId: string
  readonly type: QuestionType
  readonly state: QuestionState
  readonly skillArea: string
  readonly skill: string
  /** Empty if the question has no objective. */
  readonly objective: string
  /** Empty if the question has no case study. */
  readonly caseStudyId: string
  readonly text: string
  readonly explanation: string
  readonly reference: string
  readonly difficulty: number | null
  readonly options: readonly FormEntry[]
  readonly left: readonly FormEntry[]
  readonly right: readonly FormEntry[]
  /** Ids of the correct options. In a single-choice question, only the first one counts. */
  readonly chosen: readonly number[]
  /** Ids of the steps in the correct order, without distractors. */
  readonly order: readonly number[]
  /** The id of the item for each prompt id. */
  readonly partners: Readonly<Record<number, number>>
  /** The drawn form of a completion as text, see `exam/bank-file/drawn-form-text.ts`. */
  readonly drawn: string
  /** The HTML of a completion. */
  readonly content: string
  readonly blanks: readonly FormBlank[]
  /** The answer key of each statement or blank, by its id: `yes` or `no`, or the position of a choice. A solution has the id 0. */
  readonly entered: Readonly<Record<number, string>>
  /** The answer key as typed. Parts that refer to existing entries also update the fields above. */
  readonly keyText: string
  readonly nextId: number
}

/** The fields that the form saves, named as in bank files. */
export type WrittenQuestion = Omit<BankItem, 'id' | 'created_at' | 'grounding' | 'sequence'>
export type WrittenField = keyof WrittenQuestion

/** A new question starts with one empty option. Source: spec §3, questions. */
export function emptyForm(examId: string, objective?: Objective): QuestionForm {
  return {
    examId,
    type: 'single_choice',
    state: 'published',
    skillArea: objective?.skillArea ?? '',
    skill: objective?.skill ?? '',
    objective: objective?.id ?? '',
    caseStudyId: '',
    text: '',
    explanation: '',
    reference: '',
    difficulty: null,
    options: [{ id: 1, html: '', why: '' }],
    left: [],
    right: [],
    chosen: [],
    order: [1],
    partners: {},
    drawn: '',
    content: '',
    blanks: [],
    entered: {},
    keyText: '',
    nextId: 2,
  }
}

export function readForm(item: BankItem): QuestionForm {
  let nextId = 1
  const entries = (list: readonly string[], whys: readonly (string | null)[] = []): FormEntry[] =>
    list.map((html, i) => ({ id: nextId++, html, why: whys[i] ?? '' }))
  const options = entries(item.options, item.option_explanations)
  const left = entries(item.pairs?.left ?? [])
  const right = entries(item.pairs?.right ?? [])
  const blanks = (item.completion?.blanks ?? []).map(({ label, choices }) => ({ id: nextId++, label, choices: choices.join('\n') }))
  return withAnswerKey(
    {
      examId: item.exam_id,
      type: item.question_type,
      state: item.state,
      skillArea: item.skill_area,
      skill: item.skill,
      objective: item.objective ?? '',
      caseStudyId: item.case_study_id ?? '',
      text: item.text,
      explanation: item.explanation,
      reference: item.reference,
      difficulty: item.difficulty,
      options,
      left,
      right,
      chosen: [],
      order: options.map(({ id }) => id),
      partners: {},
      drawn: formatDrawnForm(item.completion?.form ?? null),
      content: item.completion?.content ?? '',
      blanks,
      entered: {},
      keyText: item.correct_answer.join(','),
      nextId,
    },
    item.correct_answer,
  )
}

/** The answer key, in the shapes of `exam/question.ts`. */
export function toAnswerKey(form: QuestionForm): AnswerInput {
  switch (form.type) {
    case 'single_choice':
      return lettersOf(form).slice(0, 1)
    case 'multiple_choice':
      return lettersOf(form)
    case 'reorder':
      return form.order.map((id) => String(indexOfEntry(form.options, id)))
    case 'drag_drop':
      return form.left.flatMap(({ id }, i) => {
        const right = indexOfEntry(form.right, form.partners[id])
        return right === -1 ? [] : [`${i}=${right}`]
      })
    case 'statements':
    case 'drop_down':
    case 'solution':
      return listPlaceIds(form).map((id) => form.entered[id] ?? '')
  }
}

/** Why the typed answer key is invalid; `undefined` when it is valid. */
export function findKeyTextProblem(form: QuestionForm): string | undefined {
  return findAnswerKeyProblem({
    type: form.type,
    options: htmlOf(form.options),
    pairs: pairsOf(form),
    completion: completionOf(form),
    answerKey: parseAnswerKey(form.keyText, form.type),
  })
}

/** Whether candidates would first see the steps in the correct order. */
export function isGivenAway(form: QuestionForm): boolean {
  return form.type === 'reorder' && form.order.length > 1 && form.order.every((id, i) => form.options[i]?.id === id)
}

/** Values of the form that do not fit the question type and are not saved. */
export type DroppedPart = 'letters' | 'explanations' | 'left' | 'blanks'

export function listDropped(form: QuestionForm): DroppedPart[] {
  const isMatching = form.type === 'drag_drop'
  return [
    ...(form.type === 'single_choice' && lettersOf(form).length > 1 ? (['letters'] as const) : []),
    ...(!needsOptions(form.type) && form.options.some(({ why }) => why !== '') ? (['explanations'] as const) : []),
    ...(!isMatching && form.left.some(({ html }) => html !== '') ? (['left'] as const) : []),
    ...(form.type !== 'drop_down' && form.blanks.length > 0 ? (['blanks'] as const) : []),
  ]
}

/** The question to save. */
export function printForm(form: QuestionForm): WrittenQuestion {
  const isMatching = form.type === 'drag_drop'
  const hasOptions = needsOptions(form.type)
  const whys = form.options.map(({ why }) => (why === '' ? null : why))
  return {
    exam_id: form.examId,
    question_type: form.type,
    text: form.text,
    options: hasOptions ? htmlOf(form.options) : [],
    correct_answer: toAnswerKey(form),
    explanation: form.explanation,
    option_explanations: !hasOptions || whys.every((why) => why === null) ? [] : whys,
    reference: form.reference.trim(),
    pairs: isMatching ? pairsOf(form) : null,
    ...(form.type === 'drop_down' && { completion: completionOf(form) }),
    case_study_id: form.caseStudyId || null,
    skill_area: form.skillArea,
    skill: form.skill,
    objective: form.objective || null,
    difficulty: form.difficulty,
    state: form.state,
  }
}

/** Fields of `one` that differ in `other`, in the order of `one`. */
export function listDifferentFields(one: WrittenQuestion, other: WrittenQuestion): WrittenField[] {
  return (Object.keys(one) as WrittenField[]).filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]))
}

/** The fields of `after` that differ from `before`. */
export function listChanges(before: QuestionForm, after: QuestionForm): Partial<WrittenQuestion> {
  const next = printForm(after)
  return Object.fromEntries(listDifferentFields(next, printForm(before)).map((field) => [field, next[field]]))
}

/** Whether closing the form would lose changes. */
export function isChanged(before: QuestionForm, after: QuestionForm): boolean {
  return before !== after && (Object.keys(listChanges(before, after)).length > 0 || before.keyText !== after.keyText)
}

/** Applies an answer key to the form. References to missing entries are ignored. */
export function withAnswerKey(form: QuestionForm, key: AnswerInput): QuestionForm {
  switch (form.type) {
    case 'single_choice':
    case 'multiple_choice':
      return { ...form, chosen: key.flatMap((letter) => form.options[positionOf(letter)]?.id ?? []) }
    case 'reorder':
      return { ...form, order: [...new Set(key.flatMap((step) => (/^\d+$/.test(step) ? (form.options[Number(step)]?.id ?? []) : [])))] }
    case 'drag_drop': {
      const pairs = key.flatMap((entry) => {
        const read = parsePair(entry)
        const left = read && form.left[read.left]?.id
        const right = read && form.right[read.right]?.id
        return left !== undefined && right !== undefined ? [[left, right] as const] : []
      })
      return { ...form, partners: Object.fromEntries(pairs) }
    }
    case 'statements':
    case 'drop_down':
    case 'solution':
      return { ...form, entered: Object.fromEntries(listPlaceIds(form).map((id, place) => [id, key[place] ?? ''])) }
  }
}

/** The ids of statements or blanks in their order; 0 for a solution. */
function listPlaceIds({ type, options, blanks }: QuestionForm): number[] {
  return type === 'solution' ? [0] : (type === 'statements' ? options : blanks).map(({ id }) => id)
}

/** The choices of a blank, from a text with one choice per line. */
export function listChoiceLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function completionOf({ drawn, content, blanks }: QuestionForm): Completion {
  return {
    form: parseDrawnForm(drawn),
    content,
    blanks: blanks.map(({ label, choices }) => ({ label: label.trim(), choices: listChoiceLines(choices) })),
  }
}

function lettersOf({ options, chosen }: QuestionForm): string[] {
  return options.flatMap(({ id }, i) => (chosen.includes(id) ? [letterOf(i)] : []))
}

export function indexOfEntry(list: readonly FormEntry[], id: number | undefined): number {
  return list.findIndex((entry) => entry.id === id)
}

function htmlOf(list: readonly FormEntry[]): string[] {
  return list.map(({ html }) => html)
}

function pairsOf(form: QuestionForm): Pairs {
  return { left: htmlOf(form.left), right: htmlOf(form.right) }
}
