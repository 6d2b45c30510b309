/**
 * Marks product words of an English question with their French terms. The French term shows in a small box while its word has the pointer or the
 * focus; Escape and scrolling hide it. Without the terms, the question has no marks. A case study shows no French terms, because its highlights are
 * positions in its text.
 */
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { translationsAddress, type BankTranslations } from '#exam/question-chunks.ts'
import { createTermMarker, markQuestion, type MarkTerms, type TermPair } from '#exam/term-marks.ts'
import { TermBox } from '#web/practice/question/term-box.tsx'
import type { TranslatedQuestionProps } from '#web/practice/question/translated-question.tsx'
import { responseTimeoutMs } from '#web/sync/index.ts'

export function TermMarks({ question, caseStudy, certificationId, onShow }: TranslatedQuestionProps) {
  const mark = useMarker(certificationId)
  const shown = useMemo(() => mark && { question: markQuestion(question, mark), caseStudy }, [mark, question, caseStudy])
  // Before the browser paints, so that the text is not painted twice.
  useLayoutEffect(() => {
    onShow(shown)
    return () => onShow(undefined)
  }, [shown, onShow])
  return mark && <TermBox />
}

const markers = new Map<string, MarkTerms>()

/** `undefined` until the terms are loaded. */
function useMarker(certificationId: string): MarkTerms | undefined {
  const [, setLoaded] = useState<string>()
  const marker = markers.get(certificationId)
  const isMissing = marker === undefined
  useEffect(() => {
    if (!isMissing) return
    const load = () => {
      loadMarker(certificationId).then(
        (loaded) => {
          markers.set(certificationId, loaded)
          setLoaded(certificationId)
        },
        () => undefined,
      )
    }
    load()
    window.addEventListener('online', load)
    return () => window.removeEventListener('online', load)
  }, [certificationId, isMissing])
  return marker
}

async function loadMarker(certificationId: string): Promise<MarkTerms> {
  const { terms } = await read<BankTranslations>(translationsAddress(certificationId, 'fr'))
  return createTermMarker(terms === undefined ? [] : await read<TermPair[]>(terms))
}

async function read<Value>(address: string): Promise<Value> {
  const response = await fetch(address, { signal: AbortSignal.timeout(responseTimeoutMs) })
  if (!response.ok) throw new Error(`The terms were refused: ${response.status}`)
  return (await response.json()) as Value
}
