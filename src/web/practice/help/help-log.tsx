/** The question and the conversation about it. */
import { useEffect, useRef } from 'react'
import type { Question } from '#exam/question.ts'
import type { HelpExchange } from '#web/practice/help/conversation.ts'
import type { HelpBlock } from '#web/practice/help/help-provider.ts'
import { FollowUp } from '#web/practice/help/follow-up.tsx'
import { KeepReply } from '#web/practice/help/keep-reply.tsx'
import { SourceList } from '#web/practice/help/source-list.tsx'
import { help } from '#text/help.ts'
import { langOfContent } from '#web/ui/english.tsx'
import { RichText } from '#web/ui/rich-text.tsx'

type Props = {
  question: Question
  certificationId: string
  exchanges: readonly HelpExchange[]
  onStop: () => void
  onRetry: () => void
}

export function HelpLog({ question, certificationId, exchanges, onStop, onRetry }: Props) {
  const log = useRef<HTMLDivElement>(null)
  const scrolled = useRef({ count: 0, top: 0 })
  useEffect(() => {
    const exchange = log.current?.lastElementChild
    const body = log.current?.parentElement
    const count = exchanges.length
    if (count === 0 || !body || !(exchange instanceof HTMLElement)) return
    // A reply moves up while it grows, unless the candidate has scrolled in the meantime.
    if (count === scrolled.current.count && Math.abs(body.scrollTop - scrolled.current.top) > 1) return
    // Only the panel scrolls: `scrollIntoView` would also move the question beside it.
    body.scrollTop = exchange.offsetTop - body.offsetTop
    scrolled.current = { count, top: body.scrollTop }
  }, [exchanges])
  return (
    <div className="body" tabIndex={0}>
      <div className="asked-about">
        <h3 className="visually-hidden">{help.question}</h3>
        <RichText className="book" html={question.text} />
      </div>
      {exchanges.length === 0 && <p>{help.welcome}</p>}
      <div ref={log} className="help-log" role="log" aria-label={help.conversation}>
        {exchanges.map((exchange, i) => (
          <div key={i} className="help-exchange" aria-busy={exchange.status === 'busy'}>
            <p className="said">
              <span className="visually-hidden">{help.you}</span>
              {exchange.message}
            </p>
            <div className="reply">
              {exchange.reply?.title && <p className="from">{exchange.reply.title}</p>}
              {exchange.reply?.blocks.map((block, j) => (
                <Block key={j} block={block} />
              ))}
              {exchange.status === 'busy' && (
                <p className="row">
                  <span className="spinner" /> {exchange.reply ? help.writing : help.busy}
                  <button className="button push" type="button" onClick={onStop}>
                    {help.stop}
                  </button>
                </p>
              )}
              {exchange.status === 'done' && exchange.reply?.canKeep && (
                <KeepReply reply={exchange.reply} questionId={question.id} certificationId={certificationId} />
              )}
              {exchange.status === 'stopped' && <p className="small">{help.stopped}</p>}
              {exchange.status === 'failed' && <p role="alert">{help.failed}</p>}
              {(exchange.status === 'stopped' || exchange.status === 'failed') && i === exchanges.length - 1 && (
                <p>
                  <button className="button" type="button" onClick={onRetry}>
                    {help.tryAgain}
                  </button>
                </p>
              )}
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}

function Block({ block }: { block: HelpBlock }) {
  switch (block.type) {
    case 'text':
      return <p>{block.text}</p>
    case 'list': {
      const List = block.isNumbered ? 'ol' : 'ul'
      return (
        <List>
          {block.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </List>
      )
    }
    case 'notice':
      return <p className="notice-line">{block.text}</p>
    case 'sources':
      return <SourceList sources={block.sources} />
    case 'followUp':
      return <FollowUp question={block.question} />
    case 'quote':
      return (
        <figure>
          <figcaption className="from">{block.source}</figcaption>
          <blockquote lang={langOfContent()}>{block.text}</blockquote>
        </figure>
      )
    case 'link':
      return (
        <p className="cite">
          <a className="link-alone" href={block.address} rel="external noopener" target="_blank">
            {block.text}
          </a>
        </p>
      )
  }
}
