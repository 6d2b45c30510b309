/** How long links and codes in messages are valid. Short, because other people may read a mailbox. */
export const lifetimes = { confirmationHours: 24, resetMinutes: 30, linkMinutes: 15, codeMinutes: 10, invitationDays: 7 }
