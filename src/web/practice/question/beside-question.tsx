/** What a candidate can add to a question in practice: the “I guessed” mark and a note. */
import { NoteButton, NoteSlot, type NoteState } from '#web/notes/index.ts'
import { exam } from '#text/practice.ts'
import { Icon } from '#web/ui/icon.tsx'

type Props = { isGuess: boolean; onGuess: () => void; note: NoteState; questionId: string; certificationId: string }

export function BesideQuestion({ isGuess, onGuess, note, questionId, certificationId }: Props) {
  return (
    <>
      <div className="beside-question">
        <button className="button" data-kind="quiet" type="button" aria-pressed={isGuess} aria-keyshortcuts="U" onClick={onGuess}>
          <Icon name="guess" /> {isGuess ? exam.guessed : exam.guess}
        </button>
        <NoteButton note={note} />
      </div>
      <NoteSlot note={note} questionId={questionId} certificationId={certificationId} />
    </>
  )
}
