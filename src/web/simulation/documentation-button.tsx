/** Opens the documentation in a simulation that allows it. The panel loads when it is first opened. */
import { examRules as words } from '#text/exam-rules.ts'
import { useLazyDialog } from '#web/ui/use-lazy-dialog.ts'
import type { DrawerProps } from '#web/simulation/documentation-drawer.tsx'

const loadDrawer = () => import('#web/simulation/documentation-drawer.tsx').then(({ DocumentationDrawer }) => DocumentationDrawer)

export function DocumentationButton(props: Omit<DrawerProps, 'isOpen' | 'onClose'>) {
  // The panel stays open when the question changes.
  const drawer = useLazyDialog(loadDrawer, 'documentation')
  return (
    <>
      <button
        className="button"
        data-kind="quiet"
        type="button"
        aria-haspopup="dialog"
        aria-expanded={drawer.isOpen}
        aria-keyshortcuts="O"
        data-documentation
        onClick={drawer.isOpen ? drawer.close : drawer.open}
      >
        {words.names.documentation}
      </button>
      {drawer.hasFailed && (
        <p className="problem" role="alert">
          {words.documentationNotLoaded}
        </p>
      )}
      {drawer.Dialog && <drawer.Dialog {...props} isOpen={drawer.isOpen} onClose={drawer.close} />}
    </>
  )
}
