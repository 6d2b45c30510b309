/** The public API of this area. */
export { letterTo, type ReminderServices } from './recipients.ts'
export { reminderMaintenance } from './reminders.ts'
export { renewalMaintenance } from './renewal-reminders.ts'
export { retirementMaintenance } from './retirement-notices.ts'
export { openUnsubscribeTokens, type UnsubscribeTokens } from './unsubscribe.ts'
