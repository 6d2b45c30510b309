/** The public API of this area. */
export { checkSources, type CitedSource, type PageCheck, type RepositoryFolder, type SourceChecks } from './check-pages.ts'
export { hashLines, pickLines } from './cited-lines.ts'
export { markReworded, rateNewQuestions, rateObjectives, rateQuestions, type FreshnessCause } from './rate-questions.ts'
export { listCitedSources, parsePageChecks, storePageChecks, type StoredChecks } from './source-checks.ts'
export { compareTexts, printChanges } from './readable-diff.ts'
export { listFreshnessFacts, type FreshnessFacts } from './freshness-facts.ts'
export { countFreshness, listFreshness, readFreshness, type FreshnessCounts, type ListedFreshness, type ListedPage } from './board.ts'
export { confirmQuestion, undoConfirmation, type LatestFreshness } from './confirmations.ts'
