/** The choice of how many questions to practice, saved on this device and shared by all exams. */
import { attemptQuestionsMax } from '#exam/contract.ts'
import { countDrawn, practiceLengths, type PracticeLength } from '#exam/question-set.ts'
import { practicePanel } from '#text/practice-panel.ts'
import { createDeviceSetting } from '#web/ui/device-setting.ts'

const useSavedLength = createDeviceSetting('praxam-practice-length', ['10', '20', '50', 'all'])

type LengthChoice = { lengths: readonly PracticeLength[]; length: PracticeLength; onChoose: (length: PracticeLength) => void }

/** The lengths that `size` questions allow, and the chosen one. */
export function usePracticeLength(size: number): LengthChoice {
  const [saved, save] = useSavedLength()
  const lengths = practiceLengths.filter((length) => length === 'all' || length < size)
  const length = lengths.find((one) => String(one) === saved) ?? 'all'
  return { lengths, length, onChoose: (chosen) => save(chosen === 'all' ? 'all' : (String(chosen) as '10' | '20' | '50')) }
}

export function LengthTabs({ size, lengths, length, onChoose }: LengthChoice & { size: number }) {
  return (
    <fieldset className="length-tabs">
      <legend>{practicePanel.howMany}</legend>
      {lengths.map((one) => (
        <label key={one}>
          <input type="radio" name="start" value={one} checked={one === length} onChange={() => onChoose(one)} />
          <span>{one === 'all' && size <= attemptQuestionsMax ? practicePanel.all(size) : countDrawn(one, size)}</span>
        </label>
      ))}
    </fieldset>
  )
}
