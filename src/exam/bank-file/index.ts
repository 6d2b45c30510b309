/** Bank files: the JSON format in which questions are stored in `content/`, imported, and exported. */
export { findAnswerKeyProblem, formatAnswerKey, parseAnswerKey } from '#exam/bank-file/answer-key.ts'
export { blanksMax } from '#exam/bank-file/completion.ts'
export { isRecord, lengthsMax, optionsMax, parseName, parseRequiredText, quote, type RawObject } from '#exam/bank-file/fields.ts'
export { toBankItem, type BankItem } from '#exam/bank-file/print.ts'
export {
  notAList,
  parseBankFile,
  parseBankItem,
  parseItemReferences,
  type BankFileProblem,
  type BankQuestion,
  type ParsedItem,
} from '#exam/bank-file/read.ts'
export { parseLineRanges, type CitedPart, type Grounding, type LineRange } from '#exam/bank-file/grounding.ts'
export { needsOptions, type ItemDefaults } from '#exam/bank-file/question-fields.ts'
export { parseCaseStudyTranslation, parseCaseStudyTranslations } from '#exam/bank-file/case-study-translation.ts'
export { parseTranslation, parseTranslationFile, printOriginalFields, toTranslationItem } from '#exam/bank-file/translation.ts'
