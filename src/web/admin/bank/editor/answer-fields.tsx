/** The fields for answers and the answer key, by question type. */
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { letterOf } from '#exam/question.ts'
import { plainText } from '#exam/plain-text.ts'
import { SelectField } from '#web/ui/forms/field.tsx'
import { EntryButton, MoveButtons } from '#web/admin/move-buttons.tsx'
import { CompletionFields, YesNoField } from '#web/admin/bank/editor/completion-fields.tsx'
import { EntryList } from '#web/admin/bank/editor/entry-list.tsx'
import { isGivenAway, type FormEntry, type QuestionForm } from '#web/admin/bank/editor/question-form.ts'
import type { FormEdit } from '#web/admin/bank/editor/question-form-edits.ts'
import RichTextEditor from '#web/admin/bank/editor/rich-text-editor.tsx'
import { useMoves } from '#web/admin/bank/editor/use-moves.ts'
import { questionEditor } from '#web/text/en/admin/question-editor.ts'
import { Icon } from '#web/ui/icon.tsx'

type Props = {
  form: QuestionForm
  onMove: (move: FormEdit) => void
  onAnnounce: (words: string) => void
  problemOf: (field: string) => string | undefined
}

export function AnswerFields(props: Props) {
  switch (props.form.type) {
    case 'single_choice':
    case 'multiple_choice':
      return <Choices {...props} />
    case 'reorder':
      return (
        <>
          <Steps {...props} />
          <RightOrder {...props} />
        </>
      )
    case 'drag_drop':
      return <Sides {...props} />
    case 'statements':
      return <StatementFields {...props} />
    case 'drop_down':
      return <CompletionFields {...props} />
    case 'solution':
      return <YesNoField form={props.form} id={0} label={questionEditor.meetsGoal} onMove={props.onMove} />
  }
}

function Choices({ form, onMove, onAnnounce, problemOf }: Props) {
  const group = useId()
  const isSingle = form.type === 'single_choice'
  const [first] = form.options.filter(({ id }) => form.chosen.includes(id))
  const isCorrect = ({ id }: FormEntry) => (isSingle ? first?.id === id : form.chosen.includes(id))
  const nameOf = (i: number) => questionEditor.option(letterOf(i))
  return (
    <EntryList
      list="options"
      entries={form.options}
      label={questionEditor.fieldLabel('options')}
      problem={problemOf('options')}
      addLabel={questionEditor.addOption}
      kind={isSingle ? 'single' : 'multiple'}
      signOf={letterOf}
      nameOf={nameOf}
      isMarked={isCorrect}
      onMove={onMove}
      onAnnounce={onAnnounce}
    >
      {(entry, i) => (
        <>
          <label className="check">
            <input
              type={isSingle ? 'radio' : 'checkbox'}
              name={group}
              checked={isCorrect(entry)}
              aria-label={questionEditor.isCorrectOf(nameOf(i))}
              onChange={() => onMove({ move: 'choose', id: entry.id })}
            />{' '}
            {questionEditor.isCorrect}
          </label>
          <Why entry={entry} name={nameOf(i)} onMove={onMove} />
        </>
      )}
    </EntryList>
  )
}

function Steps({ form, onMove, onAnnounce, problemOf }: Props) {
  const nameOf = (i: number) => questionEditor.step(letterOf(i))
  return (
    <>
      <EntryList
        list="options"
        entries={form.options}
        label={questionEditor.steps}
        problem={problemOf('options')}
        addLabel={questionEditor.addStep}
        signOf={letterOf}
        nameOf={nameOf}
        onMove={onMove}
        onAnnounce={onAnnounce}
      >
        {(entry, i) => entry.why !== '' && <Why entry={entry} name={nameOf(i)} onMove={onMove} />}
      </EntryList>
      {isGivenAway(form) && (
        <div className="notice">
          <Icon name="warning" />
          <p>{questionEditor.givenAway}</p>
          <button className="button" type="button" onClick={() => onMove({ move: 'mix', ids: mixed(form.options, Math.random) })}>
            {questionEditor.shuffle}
          </button>
        </div>
      )}
    </>
  )
}

function StatementFields({ form, onMove, onAnnounce, problemOf }: Props) {
  const nameOf = (i: number) => questionEditor.statement(i + 1)
  return (
    <EntryList
      list="options"
      entries={form.options}
      label={questionEditor.statements}
      problem={problemOf('options')}
      addLabel={questionEditor.addStatement}
      signOf={(i) => String(i + 1)}
      nameOf={nameOf}
      onMove={onMove}
      onAnnounce={onAnnounce}
    >
      {(entry, i) => (
        <>
          <YesNoField form={form} id={entry.id} label={questionEditor.isTrue(nameOf(i))} onMove={onMove} />
          <Why entry={entry} name={nameOf(i)} onMove={onMove} />
        </>
      )}
    </EntryList>
  )
}

function RightOrder({ form, onMove, onAnnounce }: Props) {
  const root = useRef<HTMLFieldSetElement>(null)
  const nameOf = (id: number) => nameOfEntry(form.options, id, letterOf)
  const move = useMoves(root, (from, to) => {
    const id = form.order[from]
    if (id === undefined || to < 0 || to >= form.order.length || to === from) return
    onMove({ move: 'shift', list: 'order', id, to })
    onAnnounce(questionEditor.movedTo(nameOf(id), to + 1, form.order.length))
  })
  const unused = form.options.filter(({ id }) => !form.order.includes(id))
  // The button disappears with its row, so the focus moves to the step's button in the other list.
  const taken = useRef<number>(null)
  useLayoutEffect(() => {
    if (taken.current !== null)
      root.current?.querySelector<HTMLElement>(`[data-step="${taken.current}"] :is([data-act="cross"], [data-act="plus"])`)?.focus()
    taken.current = null
  })
  const use = (id: number, isUsed: boolean) => {
    taken.current = id
    onMove({ move: 'use', id, isUsed })
    onAnnounce(isUsed ? questionEditor.included(nameOf(id), form.order.length + 1) : questionEditor.excluded(nameOf(id)))
  }
  return (
    <fieldset ref={root} className="field">
      <legend className="label">{questionEditor.order}</legend>
      <p className="hint">{questionEditor.orderHint}</p>
      <ol role="list">
        {form.order.map((id, i) => (
          <li key={id} className="editor-step" data-drop={i} data-step={id}>
            <b>{i + 1}</b>
            <span data-item={i}>{nameOf(id)}</span>
            <span className="editor-moves">
              <MoveButtons name={nameOf(id)} position={i} total={form.order.length} onMove={(to) => move(i, to)} />
              <EntryButton icon="cross" name={questionEditor.exclude(nameOf(id))} onPress={() => use(id, false)} />
            </span>
          </li>
        ))}
      </ol>
      {unused.length > 0 && (
        <>
          <p className="label">{questionEditor.unused}</p>
          <ul role="list">
            {unused.map(({ id }) => (
              <li key={id} className="editor-step" data-step={id}>
                <span>{nameOf(id)}</span>
                <span className="editor-moves">
                  <EntryButton icon="plus" name={questionEditor.include(nameOf(id))} onPress={() => use(id, true)} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </fieldset>
  )
}

function Sides({ form, onMove, onAnnounce, problemOf }: Props) {
  const numberOf = (i: number) => String(i + 1)
  const promptName = (i: number) => questionEditor.prompt(i + 1)
  return (
    <div className="flow" data-field="pairs">
      <EntryList
        list="left"
        entries={form.left}
        label={questionEditor.prompts}
        problem={problemOf('pairs')}
        addLabel={questionEditor.addPrompt}
        signOf={numberOf}
        nameOf={promptName}
        onMove={onMove}
        onAnnounce={onAnnounce}
      >
        {(entry, i) => (
          <SelectField
            label={questionEditor.belongs(promptName(i))}
            value={form.partners[entry.id] ?? ''}
            choices={[
              ['', questionEditor.chooseItem],
              ...form.right.map(({ id }) => [String(id), nameOfEntry(form.right, id, letterOf)] as const),
            ]}
            onChoose={(right) => onMove({ move: 'pair', left: entry.id, right: right === '' ? null : Number(right) })}
          />
        )}
      </EntryList>
      <EntryList
        list="right"
        entries={form.right}
        label={questionEditor.items}
        hint={questionEditor.itemsHint}
        addLabel={questionEditor.addItem}
        signOf={letterOf}
        nameOf={(i) => questionEditor.item(letterOf(i))}
        onMove={onMove}
        onAnnounce={onAnnounce}
      />
    </div>
  )
}

/** The explanation of an option. Collapsed at first, because each option has one, and the summary shows its text. */
function Why({ entry, name, onMove }: { entry: FormEntry; name: string; onMove: (move: FormEdit) => void }) {
  const [isOpen, setOpen] = useState(false)
  const words = plainText(entry.why)
  return (
    <details className="editor-why" data-field="option_explanations" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {questionEditor.whyFold}
        <span className="visually-hidden"> {name}</span>
        {!isOpen && words && <span className="small"> {words}</span>}
      </summary>
      {isOpen && (
        <RichTextEditor
          label={questionEditor.why(name)}
          isLabelUnseen
          isInline
          height={100}
          value={entry.why}
          onChange={(why) => onMove({ move: 'write', list: 'options', id: entry.id, values: { why } })}
        />
      )}
    </details>
  )
}

const wordsMax = 80

/** Letter and first words: `B Post the entry`. */
function nameOfEntry(entries: readonly FormEntry[], id: number, signOf: (position: number) => string): string {
  const position = entries.findIndex((entry) => entry.id === id)
  const words = plainText(entries[position]?.html ?? '')
  const short = words.length > wordsMax ? `${words.slice(0, wordsMax)}…` : words
  return `${signOf(position)} ${short || questionEditor.noWords}`
}

/** The ids in a random order that differs from the current one. */
function mixed(entries: readonly FormEntry[], random: () => number): number[] {
  const ids = entries.map(({ id }) => ({ id, at: random() })).toSorted((a, b) => a.at - b.at)
  const isSame = ids.every(({ id }, i) => id === entries[i]?.id)
  return (isSame ? ids.toReversed() : ids).map(({ id }) => id)
}
