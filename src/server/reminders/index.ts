/** The public API of this area. */
export { writeTo, type ReminderRecipient, type ReminderServices } from './recipients.ts'
export type { OptionalLetter } from './optional-mail.ts'
export { reminderMaintenance } from './reminders.ts'
export { renewalMaintenance } from './renewal-reminders.ts'
export { retirementMaintenance } from './retirement-notices.ts'
export { openUnsubscribeTokens, type UnsubscribeTokens } from './unsubscribe.ts'
