/** The public API of this area. */
export { reminderUpkeep } from './reminders.ts'
export { retirementUpkeep } from './retirement-notices.ts'
export { openUnsubscribeTokens, type UnsubscribeTokens } from './unsubscribe.ts'
