/** Asks for confirmation before an attempt is finished. */
import { useTexts } from '#web/text/texts.ts'
import { Dialog } from '#web/ui/dialog.tsx'

/** `finish` is the label of the confirming button. */
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
        // "Keep going" comes first and has the focus, so that pressing Enter twice does not finish the attempt.
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
