/** Modules of sync that pages download only when they need them. */

/** Sends unsent moves, and removes attempts from this device when members sign in or out. */
export const loadSignOutCleanup = () => import('#web/sync/clear-device-on-sign-out.ts')

/** Sends the moves of members, and of guests' simulations, to the server. */
export const loadMoveSender = () => import('#web/sync/sending/move-sender.ts')

/** Sends reports of problems with questions. */
export const loadReportSender = () => import('#web/sync/sending/report-sender.ts')

/** Sends a guest's answers to the statistics. */
export const loadAnswerSender = () => import('#web/sync/send-answers.ts')
