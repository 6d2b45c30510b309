/** Takes the place of Today while it loads. It is as tall as the window, so that the footer does not move. */
import { today } from '#text/today.ts'

export function TodayWaiting() {
  return (
    <div className="today-place">
      <p className="indicator delayed" role="status">
        <span className="spinner" /> {today.loading}
      </p>
    </div>
  )
}
