/** The rules of the real exams by their English text, which English pages show as it is in `content/exam-rules.json`. */
export const ruleTexts: Readonly<Record<string, string>> = {}
