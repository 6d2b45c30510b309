/** The public API of this area. */
export { changeChallenge, type ChallengeChange, type ChallengeRefusal, type LatestChallengeChange } from './change.ts'
export { countChanges, listChanges, listLatestChanges, type LoggedChange } from './change-log.ts'
export type { CorrectedField } from './corrected-fields.ts'
export { followReports, listOwnReports, type OwnReport } from './follow.ts'
export { joinChallenge } from './join.ts'
export {
  findChallenge,
  findUndecidedChallenge,
  listChallenges,
  listJoinedReports,
  listUndecidedChallenges,
  type JoinedReport,
  type ListedChallenge,
  type UndecidedChallenge,
} from './list.ts'
export { challengeMaintenance } from './tell-reporters.ts'
