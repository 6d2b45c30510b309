/** Reports of problems with questions: their reasons, and the rules for their texts that browser and server share. */

export const reportReasons = ['wrong_answer', 'outdated', 'unclear', 'typo', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

/** In UTF-16 code units, trimmed. */
export const reportTextLengthMax = 1_000

/** Codes of problems; their messages are in `web/text/en/reports.ts`. */
export type ReportTextProblem = 'TEXT_NEEDED' | 'TEXT_LONG' | 'REAL_EXAM'

/** Why the server does not accept a report. */
export type ReportRefusal = ReportTextProblem | 'QUESTION_REMOVED' | 'TOO_MANY' | 'NOT_ACCEPTED'

/** Why a report with this text is not accepted. Only the reason "other" needs a text. */
export function findReportTextProblem(reason: ReportReason, text: string): ReportTextProblem | undefined {
  const { length } = text.trim()
  if (length === 0 && reason === 'other') return 'TEXT_NEEDED'
  if (length > reportTextLengthMax) return 'TEXT_LONG'
  return mentionsRealExam(text) ? 'REAL_EXAM' : undefined
}

/**
 * Whether a text says that a question was seen on the real exam. The candidate agreement forbids sharing such questions. Mentions of the
 * exam that say nothing about its questions are fine: "the exam outline changed".
 */
export function mentionsRealExam(text: string): boolean {
  // Texts could evade the patterns with look-alike characters or with invisible characters between letters.
  const words = text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
  return realExamPatterns.some((pattern) => pattern.test(words))
}

const exam = String.raw`(?:exam|test)s?\b(?! (?:pages?|guides?|outlines?|simulations?|objectives?|list|modes?|environments?|company|companies|data|tenants?)\b)`
/** `MB-800`, `mb 800`, `MB800`. */
const code = String.raw`[a-z]{2}[ -]?\d{3}`
const whose = String.raw`(?:my|the|an?|our|this|that|real|actual|live|official|last|recent|certification|microsoft|ms|${code}|\w+['’]s)`
const met = String.raw`\b(?:saw|seen|got|had|faced|encountered|remember(?:ed)?|recall(?:ed)?|appear(?:s|ed)?|came|comes|came up|comes up|showed up|asked)\b`
const realExamPatterns = [
  // "I saw this on my exam", "it came up in the test", "appeared at the exam yesterday", "came in exam"
  new RegExp(String.raw`${met}[^.!?]{0,50}\b(?:on|in|at|during|from) (?:${whose} ){0,4}${exam}`, 'i'),
  // "saw this on MB-800 yesterday"
  new RegExp(
    String.raw`${met}[^.!?]{0,50}\b(?:on|in|at|during) (?:my |the )?${code}(?= ?(?:[.!?,;]|$)| (?:yesterday|today|last|on|two|three|a few)\b)`,
    'i',
  ),
  // "this was on my exam", "is also in the real exam", "was in my MB-800 exam"
  new RegExp(String.raw`\b(?:is|was|were|are)(?: also)? (?:on|in) (?:my|(?:the )?(?:real|actual|live)) (?:${whose} ){0,2}${exam}`, 'i'),
  // "this question is on the exam"
  new RegExp(
    String.raw`\b(?:this|same|exact) (?:exact |same )?(?:question|item|scenario|one) (?:(?:is|was|were) )?(?:also )?(?:on|in|at) (?:${whose} ){1,3}${exam}`,
    'i',
  ),
  // "the real exam has four options", "a leaked exam question"
  new RegExp(String.raw`\b(?:real|actual|live|leaked) (?:microsoft |certification |ms )?${exam}`, 'i'),
  // "I took the exam and this question was there"
  new RegExp(
    String.raw`\bI (?:took|sat|passed|failed|wrote|had) (?:my|the) (?:${whose} ){0,2}${exam}[^.!?]{0,60}\b(?:question|this|same)\b`,
    'i',
  ),
  // "saw it while taking the test"
  new RegExp(String.raw`${met}[^.!?]{0,50}\bwhile (?:taking|sitting|doing|writing) (?:${whose} ){1,3}${exam}`, 'i'),
  // "J’ai eu cette question à l’examen", "tombé à mon examen"
  /(?:vu|vue|eu|eue|tombée?s?|posée?s?)(?![\p{L}])[^.!?]{0,50}(?:à|a|dans|pendant|lors de|durant) (?:l['’]|mon |cet |le |un )(?:vrai )?examen(?!\p{L})/iu,
  /\bpearson ?vue\b/i,
  /\b(?:brain ?|exam ?)dumps?\b|\bexam-?topics\b/i,
]
