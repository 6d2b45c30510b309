/** Reserves the space of a text editor that is not loaded yet, so that a button below it does not move just as a user presses it. */
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'

/** Number of toolbar buttons while the cursor is not in a table, in editors for long and for short texts. */
const toolCount = 9
const shortToolCount = 6

type Props = { label: string; hint: string; height: 300 }

/** Has the size of the rich-text editor at every window width. */
export function EditorPlaceholder({ label, hint, height }: Props) {
  return (
    <div className="field">
      <span className="label">{label}</span>
      <div className="editor">
        <ToolbarPlaceholder />
        <div className="editor-writing" data-height={height}>
          <p className="indicator" role="status">
            <span className="spinner" /> {catalogueAdmin.loadingEditor}
          </p>
        </div>
      </div>
      <p className="hint">{hint}</p>
    </div>
  )
}

/** Reserves the space of the toolbar and wraps in the same way. `isShort`: see `FormatToolbar`. */
export function ToolbarPlaceholder({ isShort = false }: { isShort?: boolean }) {
  return (
    <div className="editor-toolbar" data-placeholder aria-hidden="true">
      {Array.from({ length: isShort ? shortToolCount : toolCount }, (_, i) => (
        <span key={i} className="button" data-kind="quiet" data-size="icon" />
      ))}
    </div>
  )
}
