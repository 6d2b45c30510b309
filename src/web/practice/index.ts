/** What other areas may use. */
export { Adoption } from './attempt/adoption.tsx'
export { AttemptScreen } from './attempt/attempt-screen.tsx'
export type { OverviewProps } from './attempt/question-status.ts'
export type { LeaveReason } from './attempt/use-attempt.ts'
export { ChoiceOptions } from './question/choice-options.tsx'
export { Explanation } from './question/explanation.tsx'
export { useDragAndDrop } from './question/use-drag-and-drop.ts'
export { Results, ResultsScreen, Review } from './results/results-screen.tsx'
