/** An editable list of options, steps, statements, prompts, or items. Buttons remove and move entries; dragging the label also moves them. */
import { useRef } from 'react'
import { EntryButton, MoveButtons } from '#web/admin/move-buttons.tsx'
import { optionsMax } from '#exam/bank-file/index.ts'
import type { FormEntry, ListName } from '#web/admin/bank/editor/question-form.ts'
import type { FormEdit } from '#web/admin/bank/editor/question-form-edits.ts'
import RichTextEditor from '#web/admin/bank/editor/rich-text-editor.tsx'
import { useMoves } from '#web/admin/bank/editor/use-moves.ts'
import { questionEditor } from '#web/text/en/admin/question-editor.ts'
import { FieldMessages } from '#web/ui/forms/field.tsx'
import { Icon } from '#web/ui/icon.tsx'

type Props = {
  list: ListName
  entries: readonly FormEntry[]
  label: string
  hint?: string
  problem?: string | undefined
  addLabel: string
  kind?: 'single' | 'multiple'
  /** The label of an entry, such as its letter. */
  signOf: (position: number) => string
  nameOf: (position: number) => string
  isMarked?: (entry: FormEntry) => boolean
  onMove: (move: FormEdit) => void
  onAnnounce: (words: string) => void
  /** Further controls for an entry. */
  children?: (entry: FormEntry, position: number) => React.ReactNode
}

export function EntryList(props: Props) {
  const { list, entries, label, hint, problem, addLabel, kind, signOf, nameOf, isMarked, onMove, onAnnounce, children } = props
  const root = useRef<HTMLFieldSetElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const move = useMoves(root, (from, to) => {
    const entry = entries[from]
    if (!entry || to < 0 || to >= entries.length || to === from) return
    onMove({ move: 'shift', list, id: entry.id, to })
    onAnnounce(questionEditor.movedTo(nameOf(from), to + 1, entries.length))
  })
  return (
    <fieldset ref={root} className="field" data-field={list === 'options' ? 'options' : undefined} data-kind={kind}>
      <legend className="label">{label}</legend>
      {hint && <p className="hint">{hint}</p>}
      <ol role="list">
        {entries.map((entry, i) => (
          <li key={entry.id} className="editor-entry" data-drop={i}>
            <span className="tab" data-item={i} data-state={isMarked?.(entry) ? 'on' : undefined}>
              {signOf(i)}
            </span>
            <div className="flow">
              <RichTextEditor
                label={nameOf(i)}
                isLabelUnseen
                isInline
                height={100}
                value={entry.html}
                onChange={(html) => onMove({ move: 'write', list, id: entry.id, values: { html } })}
              />
              {children?.(entry, i)}
            </div>
            <div className="editor-moves">
              <MoveButtons name={nameOf(i)} position={i} total={entries.length} onMove={(to) => move(i, to)} />
              <EntryButton
                icon="bin"
                name={questionEditor.remove(nameOf(i))}
                onPress={() => {
                  onMove({ move: 'remove', list, id: entry.id })
                  onAnnounce(questionEditor.removed(nameOf(i)))
                  add.current?.focus()
                }}
              />
            </div>
          </li>
        ))}
      </ol>
      <p>
        <button
          ref={add}
          className="button"
          type="button"
          disabled={entries.length >= optionsMax}
          onClick={() => onMove({ move: 'add', list })}
        >
          <Icon name="plus" /> {addLabel}
        </button>
      </p>
      <FieldMessages problem={problem} />
    </fieldset>
  )
}
