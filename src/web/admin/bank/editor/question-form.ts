/**
 * What the form of a question holds while somebody writes in it. Entries of lists have numbers of their own, and the
 * key is kept by these numbers: moving or removing an entry takes its part of the key along.
 */
import { findAnswerKeyProblem, parseAnswerKey } from '#exam/bank-file/index.ts'
import type { BankItem } from '#exam/bank-file/index.ts'
import { letterOf, positionOf, parsePair } from '#exam/question.ts'
import type { AnswerInput, Pairs, QuestionState, QuestionType } from '#exam/question.ts'

/** An option, step, prompt or piece. `why` is the explanation of that option, HTML like the entry; empty without one. */
export type Entry = { readonly id: number; readonly html: string; readonly why: string }

/** `options` are choices or steps as candidates see them at first; `left` and `right` are the sides of a drag-and-drop. */
export type ListName = 'options' | 'left' | 'right'

export type QuestionForm = {
  readonly examId: string
  readonly type: QuestionType
  readonly state: QuestionState
  readonly skillArea: string
  readonly skill: string
  /** Empty for none. */
  readonly caseStudyId: string
  readonly text: string
  readonly explanation: string
  readonly reference: string
  readonly difficulty: number | null
  readonly options: readonly Entry[]
  readonly left: readonly Entry[]
  readonly right: readonly Entry[]
  /** Options that are correct. A single choice counts the first of them. */
  readonly chosen: readonly number[]
  /** Steps in the right order; one that is missing belongs nowhere. */
  readonly order: readonly number[]
  /** For an entry of the left side the piece that belongs there. */
  readonly partners: Readonly<Record<number, number>>
  /** The key as text, as typed. The picks above follow it as far as it names entries. */
  readonly keyText: string
  readonly nextId: number
}

/** Fields of a question that the form writes, spelled as in bank files. */
export type WrittenQuestion = Omit<BankItem, 'id' | 'created_at' | 'grounding' | 'sequence'>
export type WrittenField = keyof WrittenQuestion

type Simple = 'state' | 'skillArea' | 'skill' | 'caseStudyId' | 'text' | 'explanation' | 'reference' | 'difficulty'

export type FormMove =
  | { move: 'set'; values: Partial<Pick<QuestionForm, Simple>> }
  | { move: 'type'; to: QuestionType }
  | { move: 'write'; list: ListName; id: number; values: Partial<Pick<Entry, 'html' | 'why'>> }
  | { move: 'add'; list: ListName }
  | { move: 'remove'; list: ListName; id: number }
  /** `to` is a position from 0; one outside of the list changes nothing. */
  | { move: 'shift'; list: ListName | 'order'; id: number; to: number }
  /** Picks an option as correct or, with several correct ones, takes the pick away. */
  | { move: 'choose'; id: number }
  /** Takes a step into the right order, at its end, or leaves it out. */
  | { move: 'use'; id: number; isUsed: boolean }
  | { move: 'pair'; left: number; right: number | null }
  | { move: 'key-text'; text: string }
  /** The field of the key was left: what can be read is written in its usual form. */
  | { move: 'key-read' }
  /** Steps in another order to begin with; the right order stays. */
  | { move: 'mix'; ids: readonly number[] }
  | { move: 'replace'; form: QuestionForm }

/** A new question begins with one empty option. Source: spec §3, questions. */
export function emptyForm(examId: string): QuestionForm {
  return {
    examId,
    type: 'single_choice',
    state: 'published',
    skillArea: '',
    skill: '',
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
    keyText: '',
    nextId: 2,
  }
}

export function readForm(item: BankItem): QuestionForm {
  let nextId = 1
  const entries = (list: readonly string[], whys: readonly (string | null)[] = []): Entry[] =>
    list.map((html, i) => ({ id: nextId++, html, why: whys[i] ?? '' }))
  const options = entries(item.options, item.option_explanations)
  const left = entries(item.pairs?.left ?? [])
  const right = entries(item.pairs?.right ?? [])
  return withKey(
    {
      examId: item.exam_id,
      type: item.question_type,
      state: item.state,
      skillArea: item.skill_area,
      skill: item.skill,
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
      keyText: item.correct_answer.join(','),
      nextId,
    },
    item.correct_answer,
  )
}

/** The form after a move. One that cannot be made gives back the same form. */
export function moveForm(form: QuestionForm, move: FormMove): QuestionForm {
  switch (move.move) {
    case 'set':
      return { ...form, ...move.values }
    case 'type':
      return rewritten(changeType(form, move.to))
    case 'write':
      return {
        ...form,
        [move.list]: form[move.list].map((entry) => (entry.id === move.id ? { ...entry, ...move.values } : entry)),
      }
    case 'add':
      return rewritten(addEntry(form, move.list))
    case 'remove':
      return rewritten(removeEntry(form, move.list, move.id))
    case 'shift':
      return rewritten(shift(form, move.list, move.id, move.to))
    case 'choose':
      return rewritten({ ...form, chosen: choose(form, move.id) })
    case 'use': {
      const others = form.order.filter((id) => id !== move.id)
      return rewritten({ ...form, order: move.isUsed ? [...others, move.id] : others })
    }
    case 'pair':
      return rewritten({ ...form, partners: pair(form.partners, move.left, move.right) })
    case 'key-text':
      return withKey({ ...form, keyText: move.text }, parseAnswerKey(move.text, form.type))
    case 'key-read':
      return keyTextProblem(form) === undefined ? rewritten(form) : form
    case 'mix':
      return rewritten({ ...form, options: move.ids.flatMap((id) => form.options.filter((entry) => entry.id === id)) })
    case 'replace':
      return move.form
  }
}

/** The key by positions, in the shapes of `exam/question.ts`. */
export function keyOf(form: QuestionForm): AnswerInput {
  switch (form.type) {
    case 'single_choice':
      return lettersOf(form).slice(0, 1)
    case 'multiple_choice':
      return lettersOf(form)
    case 'reorder':
      return form.order.map((id) => String(placeOf(form.options, id)))
    case 'drag_drop':
      return form.left.flatMap(({ id }, i) => {
        const right = placeOf(form.right, form.partners[id])
        return right === -1 ? [] : [`${i}=${right}`]
      })
  }
}

/** Why the key as typed cannot be one, as `keyProblem` says it; `undefined` when it can. */
export function keyTextProblem(form: QuestionForm): string | undefined {
  return findAnswerKeyProblem({
    type: form.type,
    options: htmlOf(form.options),
    pairs: pairsOf(form),
    answerKey: parseAnswerKey(form.keyText, form.type),
  })
}

/** Whether candidates would be shown the steps in the right order to begin with. */
export function isGivenAway(form: QuestionForm): boolean {
  return form.type === 'reorder' && form.order.length > 1 && form.order.every((id, i) => form.options[i]?.id === id)
}

/** What the form holds and its type of question has no place for, so that saving drops it. */
export type Dropped = 'letters' | 'explanations' | 'left'

export function listDropped(form: QuestionForm): Dropped[] {
  const isMatching = form.type === 'drag_drop'
  return [
    ...(form.type === 'single_choice' && lettersOf(form).length > 1 ? (['letters'] as const) : []),
    ...(isMatching && form.options.some(({ why }) => why !== '') ? (['explanations'] as const) : []),
    ...(!isMatching && form.left.some(({ html }) => html !== '') ? (['left'] as const) : []),
  ]
}

/** The question as the form has it. */
export function printForm(form: QuestionForm): WrittenQuestion {
  const isMatching = form.type === 'drag_drop'
  const whys = form.options.map(({ why }) => (why === '' ? null : why))
  return {
    exam_id: form.examId,
    question_type: form.type,
    text: form.text,
    options: isMatching ? [] : htmlOf(form.options),
    correct_answer: keyOf(form),
    explanation: form.explanation,
    option_explanations: isMatching || whys.every((why) => why === null) ? [] : whys,
    reference: form.reference.trim(),
    pairs: isMatching ? pairsOf(form) : null,
    case_study_id: form.caseStudyId || null,
    skill_area: form.skillArea,
    skill: form.skill,
    difficulty: form.difficulty,
    state: form.state,
  }
}

/** Fields of `after` that are others than those of `before`. Nothing that nobody touched is among them. */
export function listChanges(before: QuestionForm, after: QuestionForm): Partial<WrittenQuestion> {
  const old = printForm(before)
  const changed = Object.entries(printForm(after)).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(old[field as WrittenField]),
  )
  return Object.fromEntries(changed)
}

/** Whether leaving now would lose something. */
export function isChanged(before: QuestionForm, after: QuestionForm): boolean {
  return before !== after && (Object.keys(listChanges(before, after)).length > 0 || before.keyText !== after.keyText)
}

/** Writes the key into its text. */
function rewritten(form: QuestionForm): QuestionForm {
  return { ...form, keyText: keyOf(form).join(',') }
}

/** The picks that a key stands for; what it names and is not there is passed over. */
function withKey(form: QuestionForm, key: AnswerInput): QuestionForm {
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
  }
}

/** Pieces of a drag-and-drop and options of the other types stand in for each other where those were empty. */
function changeType(form: QuestionForm, to: QuestionType): QuestionForm {
  const next = { ...form, type: to }
  if (to === 'drag_drop' && form.right.length === 0) {
    const withPieces = form.options.reduce<QuestionForm>((made, { html }) => addEntry(made, 'right', html), next)
    return form.left.length === 0 ? addEntry(withPieces, 'left') : withPieces
  }
  if (to !== 'drag_drop' && form.options.length === 0)
    return form.right.reduce<QuestionForm>((made, { html }) => addEntry(made, 'options', html), next)
  return next
}

function addEntry(form: QuestionForm, list: ListName, html = ''): QuestionForm {
  const id = form.nextId
  return {
    ...form,
    [list]: [...form[list], { id, html, why: '' }],
    order: list === 'options' ? [...form.order, id] : form.order,
    nextId: id + 1,
  }
}

function removeEntry(form: QuestionForm, list: ListName, id: number): QuestionForm {
  const partners = Object.entries(form.partners).filter(([left, right]) => Number(left) !== id && right !== id)
  return {
    ...form,
    [list]: form[list].filter((entry) => entry.id !== id),
    chosen: form.chosen.filter((chosen) => chosen !== id),
    order: form.order.filter((step) => step !== id),
    partners: Object.fromEntries(partners),
  }
}

function shift(form: QuestionForm, list: ListName | 'order', id: number, to: number): QuestionForm {
  if (list === 'order') return form.order.includes(id) ? { ...form, order: placed(form.order, form.order.indexOf(id), to) } : form
  const from = placeOf(form[list], id)
  return from === -1 ? form : { ...form, [list]: placed<Entry>(form[list], from, to) }
}

function placed<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const moved = list[from]
  if (moved === undefined || to < 0 || to >= list.length) return list
  return list.toSpliced(from, 1).toSpliced(to, 0, moved)
}

function choose({ type, chosen }: QuestionForm, id: number): readonly number[] {
  if (type !== 'multiple_choice') return [id]
  return chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]
}

/** A piece belongs to one place: picked for another, it leaves the first. */
function pair(partners: Readonly<Record<number, number>>, left: number, right: number | null): Record<number, number> {
  const others = Object.entries(partners).filter(([other, piece]) => Number(other) !== left && piece !== right)
  return Object.fromEntries(right === null ? others : [...others, [left, right]])
}

function lettersOf({ options, chosen }: QuestionForm): string[] {
  return options.flatMap(({ id }, i) => (chosen.includes(id) ? [letterOf(i)] : []))
}

function placeOf(list: readonly Entry[], id: number | undefined): number {
  return list.findIndex((entry) => entry.id === id)
}

function htmlOf(list: readonly Entry[]): string[] {
  return list.map(({ html }) => html)
}

function pairsOf(form: QuestionForm): Pairs {
  return { left: htmlOf(form.left), right: htmlOf(form.right) }
}
