/** The message of the choice guard, below the options. It scrolls into view, so that the candidate always sees why a choice was refused. */
import { useEffect, useRef } from 'react'
import { Icon } from '#web/ui/icon.tsx'

export function ChoiceGuardMessage({ text }: { text: string | undefined }) {
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (text !== undefined) region.current?.scrollIntoView({ block: 'nearest' })
  }, [text])
  return (
    <div ref={region} role="status">
      {text !== undefined && (
        <p className="notice choice-guard">
          <Icon name="alert" /> <span>{text}</span>
        </p>
      )}
    </div>
  )
}
