/** How long links and codes in messages are valid. The times are short, because other people may have access to a mailbox. */
export const lifetimes = { confirmationHours: 24, resetMinutes: 30, linkMinutes: 15, codeMinutes: 10, invitationDays: 7 }
