/** Loads the translation of a question and of its case study, and shows them instead of the English texts or next to them. */
import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { CaseStudy, Question } from '#exam/question.ts'
import type { QuestionLanguage } from '#exam/question-language.ts'
import { showCaseStudy, showTranslation, type ShownTranslation } from '#exam/shown-translation.ts'
import { orderTranslation } from '#exam/translation-order.ts'
import { fitsQuestion } from '#exam/translation.ts'
import { createBankTranslations, createListedTranslations, type ListedTranslations, type TranslationSource } from '#web/bank/index.ts'
import type { ShownInLanguage } from '#web/practice/question/question-language.tsx'
import { responseTimeoutMs } from '#web/sync/index.ts'
import { questionLanguage as words } from '#text/question-language.ts'
import { site } from '#text/site.ts'
import '#web/styles/question-language.css'

/** Where the translations of an attempt come from: the bank, unless `requestTranslations` is given. */
export type TranslationOrigin = {
  /** The seed of the attempt. */
  seed: string | undefined
  /**
   * Requests translations with options in the order on screen, for a simulation or an attempt in an account. All questions must share one function.
   */
  requestTranslations?: (() => Promise<ListedTranslations>) | undefined
}

export type TranslatedQuestionProps = TranslationOrigin & {
  /** The question in English, as on screen. */
  question: Question
  caseStudy: CaseStudy | undefined
  certificationId: string
  /** Called with the texts to show, or with `undefined` for the English texts. */
  onShow: (shown: ShownInLanguage | undefined) => void
}

export function TranslatedQuestion({
  question,
  caseStudy,
  certificationId,
  seed,
  requestTranslations,
  choice,
  onShow,
}: TranslatedQuestionProps & { choice: Exclude<QuestionLanguage, 'en'> }) {
  const source = findSource(certificationId, requestTranslations)
  const ofQuestion = useFound(source, source.find, question.id)
  const ofCaseStudy = useFound(source, source.findCaseStudy, caseStudy?.id)
  const hasFailed = ofQuestion.hasFailed || ofCaseStudy.hasFailed
  const retry = () => {
    ofQuestion.load()
    ofCaseStudy.load()
  }
  const { found } = ofQuestion
  const translation = found && !fitsQuestion({ ...question, ...found }, question) ? null : found
  const shown = useMemo(() => {
    if (!translation) return undefined
    const ordered = requestTranslations ? translation : inOrder(translation, question, seed)
    const other = ofCaseStudy.found
    return {
      question: showTranslation(question, ordered, choice),
      caseStudy: caseStudy && other ? showCaseStudy(caseStudy, other, choice) : caseStudy,
    }
  }, [choice, translation, ofCaseStudy.found, question, caseStudy, requestTranslations, seed])
  // Before the browser paints, so that the English text does not flash when the translation is already loaded.
  useLayoutEffect(() => {
    onShow(shown)
    return () => onShow(undefined)
  }, [shown, onShow])
  const message = hasFailed
    ? words.notLoaded
    : translation === undefined
      ? words.loading
      : translation === null
        ? words.missing
        : (translation.isOutdated || ofCaseStudy.found?.isOutdated) && words.outdated
  return (
    <>
      <p className="small" role="status">
        {message}
      </p>
      {hasFailed && (
        <button className="button" type="button" onClick={retry}>
          {site.tryAgain}
        </button>
      )}
    </>
  )
}

/** `found`: `null` if there is no translation, `undefined` until it is loaded. Without an id, nothing is loaded. */
function useFound<Found>(source: TranslationSource, find: (id: string) => Found | null | undefined, id: string | undefined) {
  const [ended, setEnded] = useState<{ source: TranslationSource; id: string; hasFailed: boolean }>()
  const found = id === undefined ? undefined : find(id)
  const isMissing = id !== undefined && found === undefined
  const load = useCallback(() => {
    if (id === undefined) return
    source.load(id).then(
      () => setEnded({ source, id, hasFailed: false }),
      () => setEnded({ source, id, hasFailed: true }),
    )
  }, [source, id])
  useEffect(() => {
    if (!isMissing) return
    load()
    window.addEventListener('online', load)
    return () => window.removeEventListener('online', load)
  }, [isMissing, load])
  return { found, load, hasFailed: isMissing && ended?.source === source && ended.id === id && ended.hasFailed }
}

function inOrder(translation: ShownTranslation, question: Question, seed: string | undefined): ShownTranslation {
  return orderTranslation({ explanation: '', optionExplanations: [], ...translation }, question, seed)
}

const banks = new Map<string, TranslationSource>()
const simulations = new WeakMap<() => Promise<ListedTranslations>, TranslationSource>()

/** All questions with the same bank or the same request share one source. */
function findSource(certificationId: string, request: TranslatedQuestionProps['requestTranslations']): TranslationSource {
  const before = request ? simulations.get(request) : banks.get(certificationId)
  if (before) return before
  const get = (address: string) => fetch(address, { signal: AbortSignal.timeout(responseTimeoutMs) })
  const source = request ? createListedTranslations(request) : createBankTranslations(certificationId, 'fr', get)
  if (request) simulations.set(request, source)
  else banks.set(certificationId, source)
  return source
}
