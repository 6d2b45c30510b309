/** The public API of this area. */
export { useBrowserTimeZoneSaved } from './browser-time-zone.ts'
export { GoalChoice } from './goal-choice.tsx'
