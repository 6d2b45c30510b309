import type { QuestionStatus } from '#exam/question-status.ts'

/** All questions of an attempt. `current` and the position that `onGo` receives count from 0. */
export type OverviewProps = { statuses: readonly QuestionStatus[]; current: number; onGo: (position: number) => void }
