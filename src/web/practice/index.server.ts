/** Server-only functions that other areas may use. */
export { isMeantFor } from './api/attempt-owner.ts'
