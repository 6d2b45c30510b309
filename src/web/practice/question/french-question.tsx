/** A question for a candidate who reads French: its translation or, if it has none, the French terms of its product words. */
import type { QuestionLanguage } from '#exam/question-language.ts'
import { TermMarks } from '#web/practice/question/term-marks.tsx'
import { TranslatedQuestion, type TranslatedQuestionProps } from '#web/practice/question/translated-question.tsx'

export default function FrenchQuestion(props: TranslatedQuestionProps & { choice: Exclude<QuestionLanguage, 'en'> }): React.ReactNode {
  return props.question.languages ? <TranslatedQuestion {...props} /> : <TermMarks {...props} />
}
