import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { activityDayCount } from '#exam/progress.ts'
import { addDays } from '#exam/planning/local-day.ts'
import { Activity } from '#web/progress/activity.tsx'
import { progress } from '#web/text/en/progress.ts'

/** Twelve weeks with these answers on the last days. */
function render(answers: readonly number[], goalPerDay: number | null): string {
  const days = Array.from({ length: activityDayCount }, (_, i) => ({
    day: addDays('2026-09-01', i),
    activeMs: 0,
    answers: answers[i - activityDayCount + answers.length] ?? 0,
  }))
  return renderToStaticMarkup(<Activity days={days} timeZone="UTC" goalPerDay={goalPerDay} />)
}

describe('the chart of twelve weeks', () => {
  test('has the goal as a line, and its summary says how often the goal was met', () => {
    const html = render([20, 9, 10], 10)
    expect(html).toContain(progress.activityGoal(10, 2))
    // Halfway between the best day and no answers.
    expect(html).toContain('<rect class="activity-goal" y="31%"></rect>')
  })

  test('is scaled to the goal while no day has met it', () => {
    const html = render([5], 10)
    expect(html).toContain('<rect class="activity-goal" y="0%"></rect>')
    expect(html).toContain(progress.answersOf(10))
    expect(html).toContain('height="50%"')
  })

  test('has no line without a goal', () => {
    expect(render([5], null)).not.toContain('activity-goal')
  })
})
