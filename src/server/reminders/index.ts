/** The public API of this area. */
export { reminderMaintenance } from './reminders.ts'
export { retirementMaintenance } from './retirement-notices.ts'
export { openUnsubscribeTokens, type UnsubscribeTokens } from './unsubscribe.ts'
