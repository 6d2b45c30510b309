/**
 * What this device knows about its user before the page loads the session: a member was signed in, or an attempt can be resumed. A
 * public page is the same for everyone, so an inline script marks the root element before the first paint, and the styles reserve the place
 * of the user's content. Nothing moves when the content loads.
 */

/** Storage key of the member who was signed in at the last check; the string `null` for a guest. */
export const memberKey = 'praxam-member'
/** Storage key of the pages whose exams have an attempt to resume: `/certifications/mb-800 /certifications/pl-900 `, once for each attempt. */
export const unfinishedKey = 'praxam-unfinished'
