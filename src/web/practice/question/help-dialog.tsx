/** 'Ask AI for Help': the question and a conversation about it. `src/exam/help.ts` composes the replies in the browser. */
import { useEffect, useId, useRef, useState } from 'react'
import { composeHelp, type HelpReply } from '#exam/help.ts'
import type { Question } from '#exam/question.ts'
import { help } from '#web/text/en/help.ts'
import { useTexts } from '#web/text/texts.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { RichText } from '#web/ui/rich-text.tsx'

/** Source: spec §9, reply delay. */
const replyDelayMs = 1500

type Exchange = { request: string; reply: HelpReply | null }
type Props = { question: Question; isRevealed: boolean; isOpen: boolean; onClose: () => void }

export function HelpDialog({ question, isRevealed, isOpen, onClose }: Props) {
  const inputId = useId()
  const end = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([])
  const isBusy = exchanges.at(-1)?.reply === null

  useEffect(() => {
    if (!isBusy) return
    const timer = setTimeout(() => {
      setExchanges((before) =>
        before.map((exchange) => (exchange.reply ? exchange : { ...exchange, reply: composeHelp(question, exchange.request, isRevealed) })),
      )
    }, replyDelayMs)
    return () => clearTimeout(timer)
  }, [isBusy, question, isRevealed])

  useEffect(() => {
    if (exchanges.length > 0) end.current?.scrollIntoView({ block: 'nearest' })
  }, [exchanges])

  const send = (event: React.SyntheticEvent) => {
    event.preventDefault()
    const request = text.trim()
    if (request === '' || isBusy) return
    setExchanges([...exchanges, { request, reply: null }])
    setText('')
  }

  return (
    <Dialog
      title={help.title}
      isOpen={isOpen}
      onClose={onClose}
      foot={
        <form className="row" onSubmit={send}>
          <label className="visually-hidden" htmlFor={inputId}>
            {help.inputLabel}
          </label>
          <input
            id={inputId}
            className="input"
            data-first-focus
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder={help.input}
            maxLength={500}
            autoComplete="off"
          />
          <button className="button" data-kind="primary" type="submit" disabled={text.trim() === '' || isBusy}>
            {help.send}
          </button>
        </form>
      }
    >
      <div className="body flow conversation" tabIndex={0}>
        <div className="notice">
          <RichText className="flow" html={question.text} />
        </div>
        <p className="small">{help.notice}</p>
        <div className="flow" role="log">
          {exchanges.map((exchange, i) => (
            <div key={i} className="flow">
              <h3 className="small">{help.you}</h3>
              <p>{exchange.request}</p>
              <h3 className="small">{help.assistant}</h3>
              {exchange.reply ? (
                <Reply reply={exchange.reply} />
              ) : (
                <p className="row">
                  <span className="spinner" /> {help.busy}
                </p>
              )}
            </div>
          ))}
        </div>
        <div ref={end} />
      </div>
    </Dialog>
  )
}

function Reply({ reply }: { reply: HelpReply }) {
  const { exam } = useTexts()
  if (reply.type === 'before-reveal') {
    return (
      <>
        <p>{help.reply.asked(reply.question)}</p>
        {reply.situation.length > 0 && (
          <>
            <p>{help.reply.situation}</p>
            <ul>
              {reply.situation.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </>
        )}
        <p>
          {help.reply.area(reply.skillArea, reply.skill)} {help.reply.choose(reply.keyLength)}
        </p>
        <p className="small">{help.reply.notYet}</p>
      </>
    )
  }
  return (
    <>
      <p>{help.reply.explained}</p>
      <p>{reply.explanation.join(' ')}</p>
      {reply.options.map(({ letter, why }) => (
        <p key={letter}>{help.reply.option(letter, why)}</p>
      ))}
      <p className="small">
        {help.reply.source}{' '}
        <a href={reply.reference} rel="external noopener" target="_blank">
          {exam.reference}
        </a>
        . {help.reply.prevails}
      </p>
    </>
  )
}
