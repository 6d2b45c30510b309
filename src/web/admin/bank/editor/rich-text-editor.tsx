/**
 * An editor for texts of the bank, with HTML as input and output. It runs only in the browser; the server renders an empty
 * box of the same height. Load it lazily, because it is larger than the rest of a page.
 */
import '#web/styles/editor.css'
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { EditorContent, useEditor, type Editor } from '@tiptap/react'
import type { Node } from '@tiptap/pm/model'
import { contentSchema, cleanPasted, printContent } from '#web/admin/bank/editor/content-schema.ts'
import { ToolbarPlaceholder } from '#web/admin/bank/editor/editor-placeholder.tsx'
import { FormatToolbar } from '#web/admin/bank/editor/format-toolbar.tsx'
import { LinkPanel, PicturePanel, type Picture } from '#web/admin/bank/editor/text-panels.tsx'
import { findPicture } from '#web/admin/bank/editor/upload-image.ts'
import { richText } from '#web/text/en/admin/question-editor.ts'
import { FieldMessages, describeControl } from '#web/ui/forms/field.tsx'
import { Icon } from '#web/ui/icon.tsx'

type Props = {
  label: string
  /** HTML that the server sanitized or that this editor produced. */
  value: string
  /** Initial height of the text area in CSS pixels; users can resize it. Source: spec §2, admin. */
  height: 300 | 200 | 100
  /** Receives an empty string for an empty text, and exactly the original HTML if the user undid all changes. */
  onChange: (html: string) => void
  hint?: string
  problem?: string | undefined
  /** Omits the tags of a single paragraph, as in options. */
  isInline?: boolean
  /** Hides the label when another element shows it. */
  isLabelUnseen?: boolean
}

type PanelState = { type: 'link'; address: string } | { type: 'picture'; file?: File; picture?: Picture }

export default function RichTextEditor(props: Props) {
  const { label, height, hint, problem, isLabelUnseen = false } = props
  const id = useId()
  const [panel, setPanel] = useState<PanelState>()
  const [isForeign, setForeign] = useState(false)
  const editor = useContentEditor(props, id, {
    onPicture: (file) => setPanel({ type: 'picture', file }),
    onForeignPicture: () => setForeign(true),
  })
  const close = () => {
    setPanel(undefined)
    editor?.view.focus()
  }

  return (
    <div className="field">
      <span className={isLabelUnseen ? 'visually-hidden' : 'label'}>{label}</span>
      <div className="editor" data-invalid={problem ? '' : undefined}>
        {editor ? (
          <>
            <FormatToolbar
              editor={editor}
              label={label}
              controls={id}
              isShort={height === 100}
              onLink={() => setPanel({ type: 'link', address: String(editor.getAttributes('link')['href'] ?? '') })}
              onPicture={() => setPanel({ type: 'picture', ...pictureOf(editor) })}
            />
            {panel && <Panels key={panel.type} editor={editor} panel={panel} onClose={close} />}
          </>
        ) : (
          <ToolbarPlaceholder isShort={height === 100} />
        )}
        <div className="editor-writing" data-height={height}>
          <EditorContent editor={editor} />
        </div>
      </div>
      {isForeign && (
        <p className="problem" role="status">
          <Icon name="warning" /> {richText.foreignPicture}
        </p>
      )}
      <FieldMessages id={id} hint={hint} problem={problem} />
    </div>
  )
}

function Panels({ editor, panel, onClose }: { editor: Editor; panel: PanelState; onClose: () => void }) {
  if (panel.type === 'link') {
    return (
      <LinkPanel
        address={panel.address}
        onSet={(address) => {
          setLink(editor, address)
          onClose()
        }}
        onRemove={() => {
          editor.chain().extendMarkRange('link').unsetLink().run()
          onClose()
        }}
        onClose={onClose}
      />
    )
  }
  return (
    <PicturePanel
      picture={panel.picture}
      file={panel.file}
      onInsert={({ src, alt, caption }) => {
        const { width, height } = src === panel.picture?.src ? editor.getAttributes('image') : {}
        editor
          .chain()
          .insertContent({ type: 'image', attrs: { src, alt, title: caption || null, width, height } })
          .run()
        onClose()
      }}
      onClose={onClose}
    />
  )
}

/** Links the selection, or changes the link around the cursor. If there is neither, inserts the address as a link. */
function setLink(editor: Editor, href: string): void {
  const chain = editor.chain().extendMarkRange('link')
  if (editor.state.selection.empty && !editor.isActive('link'))
    chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
  else chain.setLink({ href }).run()
}

function pictureOf(editor: Editor): { picture?: Picture } {
  if (!editor.isActive('image')) return {}
  const { src, alt, title } = editor.getAttributes('image')
  return { picture: { src: String(src), alt: String(alt), caption: typeof title === 'string' ? title : '' } }
}

type Events = { onPicture: (file: File) => void; onForeignPicture: () => void }

/** The editor; `null` until it is created in the browser. */
function useContentEditor({ label, value, onChange, isInline = false, hint, problem }: Props, id: string, events: Events) {
  const described = describeControl(id, hint, problem)['aria-describedby']
  const latest = useRef({ onChange, ...events })
  // The HTML that the form has, and the original document with its HTML, which is reported again if the user undoes all changes.
  const known = useRef(value)
  const original = useRef<{ doc: Node; html: string }>(undefined)
  useLayoutEffect(() => {
    latest.current = { onChange, ...events }
  })

  const editorProps = useMemo(
    () => ({
      attributes: {
        id,
        class: 'reading',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        ...(described && { 'aria-describedby': described }),
        ...(problem && { 'aria-invalid': 'true' }),
      },
      // Tab always moves to the next control, even from a table or list. Escape is left to the surrounding dialog.
      handleDOMEvents: { keydown: (_: unknown, { key }: KeyboardEvent) => key === 'Tab' || key === 'Escape' },
      handlePaste: (_: unknown, { clipboardData }: ClipboardEvent) => {
        const file = clipboardData?.getData('text/html') ? undefined : findPicture(clipboardData?.files)
        if (file) latest.current.onPicture(file)
        return file !== undefined
      },
      handleDrop: (_: unknown, event: DragEvent) => {
        const file = findPicture(event.dataTransfer?.files)
        if (!file) return false
        event.preventDefault()
        latest.current.onPicture(file)
        return true
      },
      transformPastedHTML: (html: string) => {
        const { clean, hasForeignPicture } = cleanPasted(html)
        if (hasForeignPicture) latest.current.onForeignPicture()
        return clean
      },
    }),
    [id, label, described, problem],
  )

  const editor = useEditor({
    extensions: contentSchema,
    content: value,
    injectCSS: false,
    immediatelyRender: false,
    editorProps,
    onUpdate: ({ editor }) => {
      const { doc } = editor.state
      known.current = original.current?.doc.eq(doc) ? original.current.html : printContent(doc, isInline)
      latest.current.onChange(known.current)
    },
  })

  // Runs in the same step as the rendering, before anything else can be typed.
  useLayoutEffect(() => {
    if (editor) original.current = { doc: editor.state.doc, html: known.current }
  }, [editor])
  useLayoutEffect(() => {
    if (!editor || value === known.current) return
    known.current = value
    editor.chain().setMeta('addToHistory', false).setContent(value, { emitUpdate: false }).run()
    original.current = { doc: editor.state.doc, html: value }
  }, [editor, value])
  return editor
}
