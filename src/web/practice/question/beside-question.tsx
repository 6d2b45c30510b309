/** What a candidate adds to a question of practice: that the answer was a guess. */
import { useTexts } from '#web/text/texts.ts'
import { Icon } from '#web/ui/icon.tsx'

type Props = { isGuess: boolean; onGuess: () => void }

export function BesideQuestion({ isGuess, onGuess }: Props) {
  const { exam } = useTexts()
  return (
    <div className="beside-question">
      <button className="button" data-kind="quiet" type="button" aria-pressed={isGuess} aria-keyshortcuts="U" onClick={onGuess}>
        <Icon name="guess" /> {isGuess ? exam.guessed : exam.guess}
      </button>
    </div>
  )
}
