/** Server-only functions that other areas may use. */
export { unknownCertification } from './api/saved-certification.ts'
