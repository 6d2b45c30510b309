/** Asks once before a run is finished, naming the questions without an answer. */
import { useTexts } from '#web/text/texts.ts'
import { Dialog } from '#web/ui/dialog.tsx'

/** `blank`, `partly`: numbers, from 1, of questions without an answer and with one that lacks something. */
type Props = { isOpen: boolean; blank: number[]; partly: number[]; onClose: () => void; onFinish: () => void }

export function FinishDialog({ isOpen, blank, partly, onClose, onFinish }: Props) {
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
      <div className="body flow">
        {blank.length === 0 && partly.length === 0 && <p>{exam.finishComplete}</p>}
        {blank.length > 0 && <p>{exam.finishBlank(blank)}</p>}
        {partly.length > 0 && <p>{exam.finishPartly(partly)}</p>}
      </div>
    </Dialog>
  )
}
