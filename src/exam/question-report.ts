/** Reports of problems with questions: their reasons, and the rules for their texts that browser and server share. */

export const reportReasons = ['wrong_answer', 'outdated', 'unclear', 'typo', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

/** In UTF-16 code units, trimmed. */
export const reportTextLengthMax = 1_000

/** Codes of the messages in `web/text/en/reports.ts`. */
export type ReportTextProblem = 'TEXT_NEEDED' | 'TEXT_LONG' | 'REAL_EXAM'

/** Why the server does not accept a report. */
export type ReportRefusal = ReportTextProblem | 'QUESTION_REMOVED' | 'TOO_MANY' | 'NOT_ACCEPTED'

/** What prevents a report with this text. Only the reason "other" needs a text. */
export function findReportTextProblem(reason: ReportReason, text: string): ReportTextProblem | undefined {
  const { length } = text.trim()
  if (length === 0 && reason === 'other') return 'TEXT_NEEDED'
  if (length > reportTextLengthMax) return 'TEXT_LONG'
  return mentionsRealExam(text) ? 'REAL_EXAM' : undefined
}

/**
 * Whether a text says that a question was seen in the real exam. The candidate agreement forbids sharing such questions. Mentions of the
 * exam that say nothing about its questions are fine: "the exam outline changed".
 */
export function mentionsRealExam(text: string): boolean {
  const words = text.replaceAll(/\s+/g, ' ')
  return realExamPatterns.some((pattern) => pattern.test(words))
}

const exam = String.raw`(?:exam|test)\b(?! (?:pages?|guides?|outlines?|simulations?|objectives?|list)\b)`
const realExamPatterns = [
  // "I saw this on my exam", "it came up in the test", "appeared at the exam yesterday"
  new RegExp(
    String.raw`\b(?:saw|seen|got|had|faced|encountered|remember(?:ed)?|recall(?:ed)?|appear(?:s|ed)?|came up|comes up|showed up|asked)\b[^.!?]{0,50}\b(?:on|in|at|during|from) (?:(?:my|the|an?|our|real|actual|live|official|last|recent) ){1,3}${exam}`,
    'i',
  ),
  // "this was on my exam", "is also in the real exam"
  new RegExp(String.raw`\b(?:is|was|were|are)(?: also)? (?:on|in) (?:my|(?:the )?(?:real|actual|live)) ${exam}`, 'i'),
  // "the real exam has four options"
  new RegExp(String.raw`\b(?:real|actual|live) (?:microsoft |certification |ms )?${exam}`, 'i'),
  // "I took the exam and this question was there"
  new RegExp(String.raw`\bI (?:took|sat|passed|failed|wrote|had) (?:my|the) ${exam}[^.!?]{0,60}\b(?:question|this|same)\b`, 'i'),
  /\b(?:brain ?|exam ?)dumps?\b/i,
]
