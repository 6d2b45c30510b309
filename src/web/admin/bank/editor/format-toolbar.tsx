/** The formatting toolbar of a text. It is one tab stop; arrow keys move between its buttons. */
import { useRef, useState } from 'react'
import { useEditorState, type ChainedCommands, type Editor } from '@tiptap/react'
import { FormatIcon, type FormatIconName } from '#web/admin/bank/editor/format-icon.tsx'
import { richText } from '#web/text/en/admin/question-editor.ts'

type Props = {
  editor: Editor
  label: string
  /** Id of the element with the text. */
  controls: string
  /** Omits the buttons that short texts do not need. */
  isShort: boolean
  onLink: () => void
  onPicture: () => void
}

/** Marks and nodes whose buttons show whether they are active. */
const formats = ['bold', 'italic', 'bulletList', 'link', 'code', 'image', 'orderedList', 'heading', 'table'] as const

type Tool = { icon: FormatIconName; name: string; isOn?: boolean; act: () => void }

export function FormatToolbar({ editor, label, controls, isShort, onLink, onPicture }: Props) {
  const [current, setCurrent] = useState(0)
  const root = useRef<HTMLDivElement>(null)
  const active = useEditorState({ editor, selector: ({ editor }) => formats.filter((format) => isActive(editor, format)) })
  const is = (format: (typeof formats)[number]) => active.includes(format)
  const run = (change: (chain: ChainedCommands) => ChainedCommands) => () => void change(editor.chain().focus()).run()

  const tools: Tool[] = [
    { icon: 'bold', name: richText.bold, isOn: is('bold'), act: run((chain) => chain.toggleBold()) },
    { icon: 'italic', name: richText.italic, isOn: is('italic'), act: run((chain) => chain.toggleItalic()) },
    { icon: 'list', name: richText.list, isOn: is('bulletList'), act: run((chain) => chain.toggleBulletList()) },
    { icon: 'link', name: richText.link, isOn: is('link'), act: onLink },
    { icon: 'code', name: richText.code, isOn: is('code'), act: run((chain) => chain.toggleMark('code')) },
    { icon: 'image', name: richText.picture, isOn: is('image'), act: onPicture },
  ]
  if (!isShort) {
    tools.push(
      { icon: 'numbers', name: richText.numbers, isOn: is('orderedList'), act: run((chain) => chain.toggleOrderedList()) },
      { icon: 'heading', name: richText.heading, isOn: is('heading'), act: run((chain) => chain.toggleHeading({ level: 3 })) },
      { icon: 'table', name: richText.table, isOn: is('table'), act: run((chain) => chain.insertTable({ rows: 3, cols: 2 })) },
    )
  }
  if (is('table')) {
    tools.push(
      { icon: 'addRow', name: richText.addRow, act: run((chain) => chain.addRowAfter()) },
      { icon: 'removeRow', name: richText.removeRow, act: run((chain) => chain.deleteRow()) },
      { icon: 'addColumn', name: richText.addColumn, act: run((chain) => chain.addColumnAfter()) },
      { icon: 'removeColumn', name: richText.removeColumn, act: run((chain) => chain.deleteColumn()) },
      { icon: 'bin', name: richText.removeTable, act: run((chain) => chain.deleteTable()) },
    )
  }
  const stop = Math.min(current, tools.length - 1)

  const onKeyDown = (event: React.KeyboardEvent) => {
    const next = { ArrowRight: stop + 1, ArrowLeft: stop - 1, Home: 0, End: tools.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    root.current?.querySelectorAll('button')[(next + tools.length) % tools.length]?.focus()
  }

  return (
    <div
      ref={root}
      className="editor-toolbar"
      role="toolbar"
      aria-label={richText.format(label)}
      aria-controls={controls}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {tools.map(({ icon, name, isOn, act }, i) => (
        <button
          key={icon}
          className="button"
          data-kind="quiet"
          data-size="icon"
          type="button"
          aria-label={name}
          aria-pressed={isOn}
          title={name}
          tabIndex={i === stop ? 0 : -1}
          onFocus={() => setCurrent(i)}
          // The text keeps the focus and its selection.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={act}
        >
          <FormatIcon name={icon} />
        </button>
      ))}
    </div>
  )
}

function isActive(editor: Editor, format: (typeof formats)[number]): boolean {
  return format === 'heading' ? editor.isActive(format, { level: 3 }) : editor.isActive(format)
}
