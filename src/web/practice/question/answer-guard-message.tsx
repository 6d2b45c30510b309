/** The message below the answer: why an option was refused, or a request for confirmation. It scrolls into view. */
import { useEffect, useRef } from 'react'
import { Icon } from '#web/ui/icon.tsx'

export function AnswerGuardMessage({ text }: { text: string | undefined }) {
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (text !== undefined) region.current?.scrollIntoView({ block: 'nearest' })
  }, [text])
  return (
    <div ref={region} role="status">
      {text !== undefined && (
        <p className="notice answer-guard">
          <Icon name="alert" /> <span>{text}</span>
        </p>
      )}
    </div>
  )
}
