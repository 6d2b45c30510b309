/** The public API of this area for server code. */
export { isMeantFor } from './api/attempt-owner.ts'
