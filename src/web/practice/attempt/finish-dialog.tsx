/** Asks once before what is under way is finished. */
import { useTexts } from '#web/text/texts.ts'
import { Dialog } from '#web/ui/dialog.tsx'

/** `finish` is what the button that does it is called; `children` say what would be finished. */
type Props = {
  title: string
  finish: string
  isOpen: boolean
  onClose: () => void
  onFinish: () => void
  children: React.ReactNode
}

export function FinishDialog({ title, finish, isOpen, onClose, onFinish, children }: Props) {
  const { exam } = useTexts()
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      foot={
        // The way back comes first and has the focus, so that nobody finishes by one Enter too many.
        <>
          <button className="button" type="button" data-first-focus onClick={onClose}>
            {exam.keepGoing}
          </button>
          <button className="button" data-kind="primary" type="button" onClick={onFinish}>
            {finish}
          </button>
        </>
      }
    >
      <div className="body flow">{children}</div>
    </Dialog>
  )
}
