/** The public API of this area for server code. */
export { saveMovesOfMember } from './api/save-moves.ts'
