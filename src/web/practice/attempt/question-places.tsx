/** The pager and the button that opens the question map. On a phone, the button replaces the pager. */
import type { OverviewProps } from '#web/practice/attempt/overview-props.ts'
import { Pager } from '#web/practice/attempt/pager.tsx'
import { exam } from '#text/practice.ts'
import { Icon } from '#web/ui/icon.tsx'

/** `problem`: the message about a dialog that could not be loaded. */
type Props = OverviewProps & { problem: string | undefined; onOpenMap: () => void }

export function QuestionPlaces({ statuses, current, onGo, problem, onOpenMap }: Props) {
  return (
    <>
      <div className="question-places">
        <Pager statuses={statuses} current={current} onGo={onGo} />
        <button className="button" type="button" aria-haspopup="dialog" aria-keyshortcuts="G" onClick={onOpenMap}>
          <Icon name="map" />
          <span className="on-phone">{exam.questionOf(current + 1, statuses.length)}</span>
          <span className="on-desk">{exam.map}</span>
          <span className="visually-hidden">, {exam.openMap}</span>
        </button>
      </div>
      {problem && (
        <p className="problem" role="alert">
          <Icon name="alert" /> {problem}
        </p>
      )}
    </>
  )
}
