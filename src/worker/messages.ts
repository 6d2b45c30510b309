/** What pages and the service worker say to each other. Pages import this; everything else of this room is the worker's own. */

/** An exam that somebody wants to have without a network. `keptAt` in milliseconds since 1970. */
export type KeptExam = { id: string; keptAt: number; bytes: number }

/**
 * `unreachable`: the site did not answer, or is being renewed; `missing`: there is no such exam any more; `full`: this device has no
 * room; `unanswered`: the storage of the browser, or the worker, did not answer, so that nothing is known.
 */
export type KeepProblem = 'unreachable' | 'missing' | 'full' | 'unanswered'

/** What a page asks for. The answer comes through the port that is sent along. */
export type WorkerRequest = { wish: 'list' } | { wish: 'keep' | 'remove'; id: string }
/** Said now and then while a wish takes long. */
export const heartbeat = 'still at it'
export type WorkerReply = { kept: KeptExam[]; problem?: KeepProblem }

/** What a page says once there is a worker: where it is, and which build it is of; a page without scripts of the framework has none. */
export type OpenPage = { path: string; build?: string }

/** What the worker says to pages when it takes over. In a roll call, each answers with what it is. */
export type Release = { release: string; isRollCall?: true }
