/** Edits of the question form. `editForm` returns the next form. */
import { needsOptions, parseAnswerKey } from '#exam/bank-file/index.ts'
import { moveEntry } from '#web/admin/move-entry.ts'
import type { QuestionType } from '#exam/question.ts'
import {
  findKeyTextProblem,
  indexOfEntry,
  toAnswerKey,
  withAnswerKey,
  type FormBlank,
  type FormEntry,
  type ListName,
  type QuestionForm,
} from '#web/admin/bank/editor/question-form.ts'

type SimpleField =
  | 'state'
  | 'skillArea'
  | 'skill'
  | 'objective'
  | 'caseStudyId'
  | 'text'
  | 'explanation'
  | 'reference'
  | 'difficulty'
  | 'drawn'
  | 'content'

export type FormEdit =
  | { move: 'set'; values: Partial<Pick<QuestionForm, SimpleField>> }
  | { move: 'type'; to: QuestionType }
  | { move: 'write'; list: ListName; id: number; values: Partial<Pick<FormEntry, 'html' | 'why'>> }
  | { move: 'add'; list: ListName }
  | { move: 'remove'; list: ListName; id: number }
  /** `to` is a position from 0. A position outside the list changes nothing. */
  | { move: 'shift'; list: ListName | 'order'; id: number; to: number }
  /** Selects an option as correct; in multiple choice, selecting it again clears it. */
  | { move: 'choose'; id: number }
  /** Adds a step at the end of the correct order, or removes it from the order. */
  | { move: 'use'; id: number; isUsed: boolean }
  /** Enters the answer key of a statement, a blank, or a solution (id 0). */
  | { move: 'enter'; id: number; entry: string }
  | { move: 'blank'; id: number; values: Partial<Pick<FormBlank, 'label' | 'choices'>> }
  | { move: 'add-blank' }
  | { move: 'remove-blank'; id: number }
  | { move: 'pair'; left: number; right: number | null }
  | { move: 'key-text'; text: string }
  /** The user left the answer key field: a valid key is normalized. */
  | { move: 'key-read' }
  /** Changes the order in which candidates first see the steps. The correct order stays. */
  | { move: 'mix'; ids: readonly number[] }
  | { move: 'replace'; form: QuestionForm }

export function editForm(form: QuestionForm, edit: FormEdit): QuestionForm {
  switch (edit.move) {
    case 'set':
      return { ...form, ...edit.values }
    case 'type':
      return withKeyText(changeType(form, edit.to))
    case 'write':
      return {
        ...form,
        [edit.list]: form[edit.list].map((entry) => (entry.id === edit.id ? { ...entry, ...edit.values } : entry)),
      }
    case 'add':
      return withKeyText(addEntry(form, edit.list))
    case 'remove':
      return withKeyText(removeEntry(form, edit.list, edit.id))
    case 'shift':
      return withKeyText(shift(form, edit.list, edit.id, edit.to))
    case 'choose':
      return withKeyText({ ...form, chosen: choose(form, edit.id) })
    case 'use': {
      const others = form.order.filter((id) => id !== edit.id)
      return withKeyText({ ...form, order: edit.isUsed ? [...others, edit.id] : others })
    }
    case 'pair':
      return withKeyText({ ...form, partners: pair(form.partners, edit.left, edit.right) })
    case 'enter':
      return withKeyText({ ...form, entered: { ...form.entered, [edit.id]: edit.entry } })
    case 'blank':
      return { ...form, blanks: form.blanks.map((blank) => (blank.id === edit.id ? { ...blank, ...edit.values } : blank)) }
    case 'add-blank':
      return withKeyText({ ...form, blanks: [...form.blanks, { id: form.nextId, label: '', choices: '' }], nextId: form.nextId + 1 })
    case 'remove-blank':
      return withKeyText({ ...form, blanks: form.blanks.filter(({ id }) => id !== edit.id) })
    case 'key-text':
      return withAnswerKey({ ...form, keyText: edit.text }, parseAnswerKey(edit.text, form.type))
    case 'key-read':
      return findKeyTextProblem(form) === undefined ? withKeyText(form) : form
    case 'mix':
      return withKeyText({ ...form, options: edit.ids.flatMap((id) => form.options.filter((entry) => entry.id === id)) })
    case 'replace':
      return edit.form
  }
}

function withKeyText(form: QuestionForm): QuestionForm {
  return { ...form, keyText: toAnswerKey(form).join(',') }
}

/** Missing items are copied from the options, and missing options from the items. A drop-down question gets a first blank. */
function changeType(form: QuestionForm, to: QuestionType): QuestionForm {
  const next = { ...form, type: to }
  if (to === 'drag_drop' && form.right.length === 0) {
    const withItems = form.options.reduce<QuestionForm>((form, { html }) => addEntry(form, 'right', html), next)
    return form.left.length === 0 ? addEntry(withItems, 'left') : withItems
  }
  if (to === 'drop_down' && form.blanks.length === 0)
    return { ...next, blanks: [{ id: form.nextId, label: '', choices: '' }], nextId: form.nextId + 1 }
  if (needsOptions(to) && form.options.length === 0)
    return form.right.reduce<QuestionForm>((form, { html }) => addEntry(form, 'options', html), next)
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
  if (list === 'order') return form.order.includes(id) ? { ...form, order: moveEntry(form.order, form.order.indexOf(id), to) } : form
  const from = indexOfEntry(form[list], id)
  return from === -1 ? form : { ...form, [list]: moveEntry<FormEntry>(form[list], from, to) }
}

function choose({ type, chosen }: QuestionForm, id: number): readonly number[] {
  if (type !== 'multiple_choice') return [id]
  return chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]
}

/** An item belongs to at most one prompt. */
function pair(partners: Readonly<Record<number, number>>, left: number, right: number | null): Record<number, number> {
  const others = Object.entries(partners).filter(([other, item]) => Number(other) !== left && item !== right)
  return Object.fromEntries(right === null ? others : [...others, [left, right]])
}
