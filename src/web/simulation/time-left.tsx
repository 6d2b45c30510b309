/** The time left, which the candidate can hide, and the notices before the end, which are shown even if the time is hidden. */
import { useEffect, useEffectEvent, useState } from 'react'
import { simulation as words } from '#text/simulation.ts'
import { useSecondsUntil, type ServerTime } from '#web/simulation/server-time.ts'
import { createDeviceSwitch } from '#web/ui/device-setting.ts'
import { Icon } from '#web/ui/icon.tsx'

/** Minutes before the end at which a notice appears, ascending. */
const noticeMinutes = [1, 5, 30] as const
/** How long a notice stays unless it is closed, and how long its text is approximately true. */
const noticeSeconds = 45

const useShownSetting = createDeviceSwitch('praxam-time', 'shown', 'hidden')

type Props = {
  deadlineAt: number
  startedAt: number
  time: ServerTime
  /** Called when no time is left. If that was an estimate, called again once the server confirms it. */
  onOver: () => Promise<void>
}

export function TimeLeft({ deadlineAt, startedAt, time, onOver }: Props) {
  const left = useSecondsUntil(deadlineAt, time)
  const [isShown, setShown] = useShownSetting()
  // When an estimate is confirmed, the server is asked again.
  const over = left > 0 ? 'no' : time.isEstimate ? 'perhaps' : 'yes'
  const end = useEffectEvent(() => void onOver())
  useEffect(() => {
    if (over !== 'no') end()
  }, [over])
  return (
    <>
      <p className="time-left">
        {isShown && (
          <span className="indicator" role="timer" aria-label={words.timeLeft}>
            <Icon name="clock" /> {words.left(left)}
          </span>
        )}
        <button
          className="button"
          data-kind="quiet"
          data-size="icon"
          type="button"
          aria-label={isShown ? words.hideTime : words.showTime}
          title={isShown ? words.hideTime : words.showTime}
          onClick={() => setShown(!isShown)}
        >
          <Icon name={isShown ? 'eye' : 'clock'} />
        </button>
      </p>
      <TimeNotice left={left} total={Math.round((deadlineAt - startedAt) / 1000)} />
    </>
  )
}

/** The notice at this many minutes is not shown if the page opens later than that. */
const earlyNoticeMinutes = 30

/** `isLess`: less time is left than the notice's minutes, such as after a reload. */
type SeenTime = { before: number; notice: { minutes: (typeof noticeMinutes)[number]; isLess: boolean } | undefined }

/** Overlays the page, so that nothing moves under a finger. Screen readers announce it. */
function TimeNotice({ left, total }: { left: number; total: number }) {
  const [{ before, notice }, setSeen] = useState<SeenTime>({ before: Infinity, notice: undefined })
  const close = () => setSeen((seen) => ({ ...seen, notice: undefined }))
  if (before !== left) {
    const isFirst = before === Infinity
    // No notice if the simulation started with less time, and no half-hour notice if the page opens later.
    const passed = noticeMinutes.find(
      (each) => left > 0 && left <= each * 60 && before > each * 60 && total > each * 60 && !(isFirst && each === earlyNoticeMinutes),
    )
    const minutes = passed ?? notice?.minutes
    const isLess = passed === undefined ? notice?.isLess === true : left <= passed * 60 - noticeSeconds
    setSeen({ before: left, notice: minutes && left > 0 ? { minutes, isLess } : undefined })
  }
  const shown = notice?.minutes
  useEffect(() => {
    if (shown === undefined) return
    const timer = setTimeout(() => setSeen((seen) => ({ ...seen, notice: undefined })), noticeSeconds * 1000)
    return () => clearTimeout(timer)
  }, [shown])
  return (
    <div className="time-notice" data-shown={notice ? true : undefined}>
      <p role="alert">{notice && (notice.isLess ? words.noticesLess : words.notices)[notice.minutes]}</p>
      {notice && (
        <button className="button" data-kind="quiet" data-size="icon" type="button" aria-label={words.closeNotice} onClick={close}>
          <Icon name="cross" />
        </button>
      )}
    </div>
  )
}
