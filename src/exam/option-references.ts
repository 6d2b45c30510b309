/** Detects texts that depend on the order of a question's options. */

const citedLetter =
  /\b(?:[Oo]ption|[Aa]nswer|[Cc]hoice|[Dd]istractor)s?\s+[A-H]\b|\b[A-H]\s+(?:and|or)\s+[A-H]\b|\([A-H]\)|\b[A-H] is (?:right|wrong|correct|incorrect)\b/
const otherOptions = /\b(?:all|none|both|neither|any)(?:\s+(?:one\s+)?of)?\s+(?:the\s+)?(?:above|these|other\s+options|other\s+answers)\b/i

/** Whether a plain text cites an option by its letter, such as "option B". */
export function citesLetters(text: string): boolean {
  return citedLetter.test(text)
}

/** Whether a plain text refers to other options, such as "all of the above". */
export function refersToOtherOptions(text: string): boolean {
  return otherOptions.test(text)
}
