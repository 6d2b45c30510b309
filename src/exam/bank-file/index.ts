/** Bank files: the JSON format in which questions are stored in `content/`, imported and exported. */
export { findAnswerKeyProblem, formatAnswerKey, parseAnswerKey } from './answer-key.ts'
export { isRecord, lengthsMax, optionsMax, parseName, parseRequiredText, quote } from './fields.ts'
export type { RawObject } from './fields.ts'
export { toBankItem } from './print.ts'
export type { BankItem } from './print.ts'
export { notAList, parseBankFile, parseBankItem, parseItemReferences } from './read.ts'
export type { Grounding, ItemDefaults } from './question-fields.ts'
export type { BankFileProblem, BankQuestion } from './read.ts'
