/** Reserves the space of a text editor that is not loaded yet, so that nothing below it moves while a user presses a button. */
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'

/** How many buttons the toolbar has outside of a table, for long texts and for short ones. */
const toolCount = 9
const shortToolCount = 6

type Props = { label: string; hint: string; height: 300 }

/** A rich-text editor that is still being loaded, with the same size in every window. */
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

/** The space of the toolbar, which wraps like the toolbar. `isShort` as for the toolbar. */
export function ToolbarPlaceholder({ isShort = false }: { isShort?: boolean }) {
  return (
    <div className="editor-toolbar" data-placeholder aria-hidden="true">
      {Array.from({ length: isShort ? shortToolCount : toolCount }, (_, i) => (
        <span key={i} className="button" data-kind="quiet" data-size="icon" />
      ))}
    </div>
  )
}
