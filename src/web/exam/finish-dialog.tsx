/** Asks once before a run is finished, naming the questions without an answer. */
import { useTexts } from '#web/text/texts.ts'
import { Dialog } from '#web/ui/dialog.tsx'

type Props = { isOpen: boolean; blank: number[]; onClose: () => void; onFinish: () => void }

export function FinishDialog({ isOpen, blank, onClose, onFinish }: Props) {
  const { exam } = useTexts()
  return (
    <Dialog
      title={exam.finishTitle}
      isOpen={isOpen}
      onClose={onClose}
      foot={
        // The way back comes first and has the focus, so that Enter never finishes.
        <>
          <button className="button" type="button" data-first-focus onClick={onClose}>
            {exam.keepGoing}
          </button>
          <button
            className="button"
            data-kind="primary"
            type="button"
            onClick={onFinish}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          >
            {exam.finish}
          </button>
        </>
      }
    >
      <div className="body">
        <p>{exam.finishBlank(blank)}</p>
      </div>
    </Dialog>
  )
}
