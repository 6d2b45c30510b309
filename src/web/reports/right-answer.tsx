/** "Which answer is right?" in a report. A report quotes the picked choices, because their letters change from attempt to attempt. */
import { plainText, shorten } from '#exam/plain-text.ts'
import { letterOf, type Question } from '#exam/question.ts'
import type { ReportReason } from '#exam/reports/question-report.ts'
import { reports } from '#text/reports.ts'
import { FieldGroup } from '#web/ui/forms/field.tsx'

/** Maximum length of a quote, in UTF-16 code units. Few choices are longer. */
const quoteLengthMax = 100

/** Whether candidates can pick the right answer. For other question types and reasons, they can only write it in the text. */
export function canPickAnswer({ type }: Question, reason: ReportReason | undefined): boolean {
  return reason === 'wrong_answer' && (type === 'single_choice' || type === 'multiple_choice')
}

/** The text of a report: the choices at the picked positions on screen, and what the candidate wrote. */
export function quotePicked({ options }: Question, picked: readonly number[], text: string): string {
  if (picked.length === 0) return text
  // A choice may be only a picture.
  const quotes = picked
    .toSorted((a, b) => a - b)
    .map((position) => shorten(plainText(options[position] ?? ''), quoteLengthMax) || letterOf(position))
  return [reports.pickedAnswer(quotes), text].filter(Boolean).join('\n\n')
}

type Props = { question: Question; picked: readonly number[]; onPick: (picked: readonly number[]) => void }

export function RightAnswer({ question: { options }, picked, onPick }: Props) {
  return (
    <FieldGroup label={reports.rightAnswer} hint={reports.rightAnswerHint}>
      {options.map((html, position) => (
        <label key={position} className="check">
          <input
            type="checkbox"
            checked={picked.includes(position)}
            onChange={({ target }) => onPick(target.checked ? [...picked, position] : picked.filter((one) => one !== position))}
          />{' '}
          <span>
            <b>{letterOf(position)}</b> {plainText(html)}
          </span>
        </label>
      ))}
    </FieldGroup>
  )
}
