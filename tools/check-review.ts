/** `npm run review:check -- SEED`: compares the exam plan of the daily review with FSRS alone, for simulated learners. */
import { compareReviews, reviewScenarios } from './review/simulate-review.ts'

const learners = 100
const seed = process.argv[2] ?? 'praxam'

console.log(`Questions remembered on the day of the exam, weighted by the outline. ${learners} simulated learners each, seed "${seed}".`)
const percent = (share: number) => `${(share * 100).toFixed(1)}%`
console.table(
  reviewScenarios.map((scenario) => {
    const { plain, planned, reviews } = compareReviews(scenario, learners, seed)
    const { days, dailyQuestions, areaSizes, missedDays } = scenario
    return {
      days,
      'daily limit': dailyQuestions,
      questions: areaSizes.reduce((sum, size) => sum + size, 0),
      'days missed': missedDays.length,
      reviews,
      'FSRS alone': percent(plain),
      'exam plan': percent(planned),
    }
  }),
)
