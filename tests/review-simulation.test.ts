import { expect, test } from 'vitest'
import { compareReviews, reviewScenarios } from '../tools/review/simulate-review.ts'

test.each(reviewScenarios)(
  'simulated learners remember more than with FSRS alone: $days days, $dailyQuestions a day, missed $missedDays',
  (scenario) => {
    const { plain, planned } = compareReviews(scenario, 40, 'test')
    expect(planned).toBeGreaterThan(plain)
  },
)
