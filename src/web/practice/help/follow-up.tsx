/** A short question from the bank, shown in the help. Its answer is not recorded. */
import { useEffect, useRef, useState } from 'react'
import type { FollowUpQuestion } from '#exam/tutor/tutor-contract.ts'
import { letterOf } from '#exam/question.ts'
import { help } from '#text/help.ts'
import { RichText } from '#web/ui/rich-text.tsx'

const t = help.followUp

export function FollowUp({ question }: { question: FollowUpQuestion }) {
  const [chosen, setChosen] = useState<string>()
  const { text, options, answer, explanation, reference } = question
  const verdict = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const body = verdict.current?.closest('.body')
    if (chosen === undefined || !body || !verdict.current) return
    const hidden = verdict.current.getBoundingClientRect().bottom - body.getBoundingClientRect().bottom
    if (hidden > 0) body.scrollTop += hidden
  }, [chosen])
  return (
    <div className="follow-up">
      <p className="from">{t.title}</p>
      <RichText isEnglish={false} html={text} />
      <div className="follow-up-options" role="group" aria-label={t.options}>
        {options.map((option, i) => {
          const letter = letterOf(i)
          return (
            <button
              key={letter}
              className="button"
              type="button"
              aria-pressed={chosen === letter}
              aria-disabled={chosen !== undefined}
              onClick={() => setChosen((before) => before ?? letter)}
            >
              <b>{letter}</b> <RichText as="span" html={option} />
            </button>
          )
        })}
      </div>
      <div ref={verdict} role="status">
        {chosen !== undefined && (
          <>
            <p>
              <b>{chosen === answer ? t.correct : t.incorrect(answer)}</b> {explanation}
            </p>
            {reference && (
              <p className="cite">
                <a className="link-alone" href={reference} rel="external noopener" target="_blank">
                  {help.docs}
                </a>
              </p>
            )}
          </>
        )}
      </div>
    </div>
  )
}
