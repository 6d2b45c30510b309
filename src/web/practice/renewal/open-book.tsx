/**
 * The open book of renewal practice: the documentation pages of its questions, and a two-hour clock. The clock runs from the start, even while
 * the page is closed. It is for information only: nothing ends when the time is up.
 */
import { useEffect, useState } from 'react'
import { minuteMs } from '#exam/duration.ts'
import { renewalMinutes } from '#exam/planning/renewal.ts'
import type { Question } from '#exam/question.ts'
import { renewal as words } from '#text/renewal.ts'
import { createDeviceSwitch } from '#web/ui/device-setting.ts'
import { Icon } from '#web/ui/icon.tsx'
import '#web/styles/renewal.css'

const useClockSetting = createDeviceSwitch('praxam-renewal-clock', 'shown', 'hidden')
const tickMs = 1000

export type OpenBookProps = {
  startedAt: number
  /** The questions that are loaded. */
  questions: readonly Question[]
  isComplete: boolean
}

export default function OpenBook({ startedAt, questions, isComplete }: OpenBookProps) {
  const pages = listPages(questions)
  return (
    <section className="open-book" aria-label={words.book}>
      <details>
        <summary>{words.pages(pages.length)}</summary>
        <p className="soft small">
          {words.pagesText} {!isComplete && words.pagesLoading}
        </p>
        <ul role="list">
          {pages.map(({ address, title, date }) => (
            <li key={address}>
              <a href={address} target="_blank" rel="noreferrer">
                {title}
              </a>
              {date && <small> {words.pageDate(date)}</small>}
            </li>
          ))}
        </ul>
      </details>
      <Clock endsAt={startedAt + renewalMinutes * minuteMs} />
    </section>
  )
}

function Clock({ endsAt }: { endsAt: number }) {
  const [isShown, setShown] = useClockSetting()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  const left = Math.max(0, Math.ceil((endsAt - now) / 1000))
  return (
    <p className="open-book-clock">
      {isShown &&
        (left === 0 ? (
          <span role="status">{words.over}</span>
        ) : (
          <span className="indicator" role="timer" aria-label={words.timeLeft}>
            <Icon name="clock" /> {words.left(left)}
          </span>
        ))}
      <button className="button" data-kind="quiet" type="button" onClick={() => setShown(!isShown)}>
        {isShown ? words.hideTime : words.showTime}
      </button>
    </p>
  )
}

/** Each page once, sorted by title. In the order of the questions, the position of a page would show which question it answers. */
function listPages(questions: readonly Question[]): { address: string; title: string; date: string | undefined }[] {
  const pages = questions.map(({ reference, source }) => ({
    address: reference,
    title: source?.pageTitle ?? new URL(reference).pathname,
    date: source?.pageDate,
  }))
  const byAddress = new Map(pages.map((page) => [page.address, page]))
  return [...byAddress.values()].toSorted((a, b) => a.title.localeCompare(b.title, 'en'))
}
