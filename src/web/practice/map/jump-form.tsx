/** A form that goes to the question with the number that the candidate types. */
import { useId, useRef, useState } from 'react'
import { parseQuestionNumber } from '#web/practice/map/parse-question-number.ts'
import { questionMap as words } from '#text/question-map.ts'
import { Icon } from '#web/ui/icon.tsx'

type Props = { total: number; onGo: (position: number) => void }

export function JumpForm({ total, onGo }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isInvalid, setInvalid] = useState(false)
  const go = (event: React.SubmitEvent) => {
    event.preventDefault()
    const number = parseQuestionNumber(input.current?.value ?? '', words.thousandsSeparators) ?? 0
    const isValid = number >= 1 && number <= total
    setInvalid(!isValid)
    if (isValid) onGo(number - 1)
    else input.current?.focus()
  }
  return (
    <form className="jump-form" noValidate onSubmit={go}>
      <label htmlFor={id}>{words.number}</label>
      <input
        ref={input}
        id={id}
        className="input"
        inputMode="numeric"
        autoComplete="off"
        size={4}
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? `${id}-problem` : undefined}
      />
      <button className="button" type="submit">
        {words.go}
      </button>
      <p id={`${id}-problem`} className="problem" role="alert">
        {isInvalid && (
          <>
            <Icon name="alert" /> {words.numberProblem(total)}
          </>
        )}
      </p>
    </form>
  )
}
