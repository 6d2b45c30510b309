/** The public API of this area. */
export { findPassages } from './retrieval/find-passages.ts'
export { findFollowUp } from './find-follow-up.ts'
export { openTutor, type Tutor, type TutorCandidate } from './open-tutor.ts'
export { indexCommandShape, indexFolder } from './documents/index-folder.ts'
export { checkQuestion } from './check-question.ts'
