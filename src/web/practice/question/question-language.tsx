/** A question and its case study in the chosen language, the switch between English, French, and both, and French terms in English questions. */
import { Suspense, lazy, useState } from 'react'
import type { CaseStudy, Question } from '#exam/question.ts'
import type { ShownCaseStudy } from '#exam/shown-translation.ts'
import { questionLanguages } from '#exam/question-language.ts'
import type { TranslatedQuestionProps } from '#web/practice/question/translated-question.tsx'
import { questionLanguage as words } from '#text/question-language.ts'
import { useQuestionLanguage } from '#web/ui/question-language-setting.ts'

/** A question and its case study with the texts of a language. */
export type ShownInLanguage = { readonly question: Question; readonly caseStudy: ShownCaseStudy | undefined }

/** The question and the case study to show: the originals, unless `show` was called for this question. */
export function useShown<Some extends Question | undefined>(question: Some, caseStudy: CaseStudy | undefined) {
  const [translated, show] = useState<ShownInLanguage>()
  const isOwn = translated !== undefined && translated.question.id === question?.id
  const shown: { question: Some | Question; caseStudy: ShownCaseStudy | undefined } = isOwn ? translated : { question, caseStudy }
  return { shown, show }
}

/** Loaded only for a candidate who reads French. If the script does not load, the question stays in English. */
const FrenchQuestion = lazy(() => import('#web/practice/question/french-question.tsx').catch(() => ({ default: () => words.notLoaded })))

/** The choice applies to all questions and stays on this device. */
export function QuestionLanguage(props: TranslatedQuestionProps) {
  const [choice, choose] = useQuestionLanguage()
  const french = choice !== 'en' && (
    <Suspense fallback={null}>
      <FrenchQuestion {...props} choice={choice} />
    </Suspense>
  )
  if (!props.question.languages) return french
  const next = questionLanguages[(questionLanguages.indexOf(choice) + 1) % questionLanguages.length]
  return (
    <div className="question-language">
      <div className="language-switch" role="group" aria-label={words.title}>
        {questionLanguages.map((language) => (
          <button
            key={language}
            className="button"
            data-kind="quiet"
            type="button"
            lang={language === 'fr' ? language : undefined}
            aria-pressed={language === choice}
            aria-keyshortcuts={language === next ? 'L' : undefined}
            onClick={() => choose(language)}
          >
            {words.names[language]}
          </button>
        ))}
      </div>
      {french}
    </div>
  )
}
