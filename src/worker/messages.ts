/**
 * The messages between pages and the service worker. This is the only file of the worker that pages import.
 *
 * A page of the previous release may talk to a new worker, and vice versa, so the field names and values must not change.
 */

/**
 * An exam that the user saved for offline use. `keptAt` is the time of the last download, in milliseconds since 1970; `language` is the language
 * of its translations.
 */
export type SavedExam = { id: string; keptAt: number; bytes: number; language?: string }

/**
 * `unreachable`: the site did not respond, or a release is in progress; `missing`: the exam no longer exists; `full`: the device has
 * no space left; `unanswered`: the storage of the browser or the worker did not respond, so the result is unknown.
 */
export type SaveProblem = 'unreachable' | 'missing' | 'full' | 'unanswered'

/**
 * A request from a page. The worker replies through the port in the message. If `progress` is set, it also sends {@link SaveProgress}, which pages
 * of earlier releases do not know. `follow` gets the progress and the end of a save that another page started, or this page before a reload.
 */
export type WorkerRequest =
  | { wish: 'list' }
  | { wish: 'remove'; id: string }
  | { wish: 'keep'; id: string; language?: string; progress?: true }
  | { wish: 'follow'; id: string }
/** How much of an exam is saved, from 0 to 1. */
export type SaveProgress = { share: number }
/** Sent repeatedly by the worker while a request is pending. */
export const heartbeat = 'still at it'
/** `saving`: the ids of the exams that are being saved. Workers of earlier releases do not send it. */
export type WorkerReply = { kept: SavedExam[]; saving?: string[]; problem?: SaveProblem }

/** Sent by a page when there is a worker. `build` is the fingerprint of its build; a page without client scripts has none. */
export type OpenPage = { path: string; build?: string }

/**
 * Sent by the worker to all pages when it takes over, and to a page that reports another build. If `isRollCall` is set, each page responds
 * with an {@link OpenPage}.
 */
export type Release = { release: string; isRollCall?: true }
