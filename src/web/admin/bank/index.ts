/** The public API of this area. */
export { printEditAddress, printHistoryAddress } from './bank-address.ts'
export { VersionDifferences } from './editor/version-differences.tsx'
export { listFlagSentences, StatisticsOfVersion } from './editor/version-statistics.tsx'
