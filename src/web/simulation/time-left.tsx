/** The time left, which can be hidden, and the notices shortly before its end, which cannot. */
import { useEffect, useRef, useState } from 'react'
import { simulation as words } from '#web/text/en/simulation.ts'
import { useSecondsUntil } from '#web/simulation/server-time.ts'
import type { ServerTime } from '#web/simulation/server-time.ts'
import { makeDeviceSwitch } from '#web/ui/device-switch.ts'
import { Icon } from '#web/ui/icon.tsx'

/** Minutes at which one is told how much is left, the last first. */
const noticeMinutes = [1, 5] as const
/** How long a notice stays where nobody closes it, and how long what it says is about true. */
const noticeSeconds = 45

const useShownSetting = makeDeviceSwitch('praxam-time', 'shown', 'hidden')

type Props = {
  deadlineAt: number
  startedAt: number
  time: ServerTime
  /** Told once, when the time is over. */
  onOver: () => Promise<void>
}

export function TimeLeft({ deadlineAt, startedAt, time, onOver }: Props) {
  const left = useSecondsUntil(deadlineAt, time)
  const [isShown, setShown] = useShownSetting()
  const latest = useRef(onOver)
  useEffect(() => {
    latest.current = onOver
  })
  const isOver = left === 0
  useEffect(() => {
    if (isOver) void latest.current()
  }, [isOver])
  return (
    <>
      <p className="time-left">
        {isShown && (
          <span className="sign" role="timer" aria-label={words.timeLeft}>
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

/** `isLess`: it was noticed late, as after a reload. */
type Seen = { before: number; notice: { minutes: (typeof noticeMinutes)[number]; isLess: boolean } | undefined }

/** Lies over the page, so that nothing moves under a finger. Said aloud as it appears. */
function TimeNotice({ left, total }: { left: number; total: number }) {
  const [{ before, notice }, setSeen] = useState<Seen>({ before: Infinity, notice: undefined })
  const close = () => setSeen((seen) => ({ ...seen, notice: undefined }))
  if (before !== left) {
    // Whoever has begun with less is not told that it is so.
    const passed = noticeMinutes.find((each) => left > 0 && left <= each * 60 && before > each * 60 && total > each * 60)
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
