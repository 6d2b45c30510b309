/** The text of a case study, with a tab for each section. It opens where the candidate stopped reading. */
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { listCaseStudySections } from '#exam/case-study-sections.ts'
import type { CaseStudy } from '#exam/question.ts'
import { readReadingPlace, saveReadingPlace } from '#web/practice/question/reading-place.ts'
import { useTexts } from '#web/text/texts.ts'
import { BookText } from '#web/ui/book-text.tsx'

/** `placeKey` identifies the attempt and the case study. */
export type CaseStudyReaderProps = { caseStudy: CaseStudy; placeKey: string }

export default function CaseStudyReader({ caseStudy: { content }, placeKey }: CaseStudyReaderProps) {
  const { exam } = useTexts()
  const id = useId()
  const sections = useMemo(() => listCaseStudySections(content), [content])
  const [chosen, setChosen] = useState(() => readReadingPlace(placeKey).tab)
  const tab = Math.min(chosen, sections.length)
  const names = sections.length === 0 ? [] : [exam.wholeCaseStudy, ...sections.map(({ title }) => title)]
  const choose = (next: number) => {
    saveReadingPlace(placeKey, { ...readReadingPlace(placeKey), tab: next })
    setChosen(next)
  }
  const chooseWithKey = (event: React.KeyboardEvent) => {
    const last = names.length - 1
    const next = { ArrowRight: tab === last ? 0 : tab + 1, ArrowLeft: tab === 0 ? last : tab - 1, Home: 0, End: last }[event.key]
    if (next === undefined) return
    event.preventDefault()
    choose(next)
    document.getElementById(`${id}-${next}`)?.focus()
  }
  return (
    <div className="case-study-reader">
      {names.length > 0 && (
        <div className="tabs" role="tablist" aria-label={exam.caseStudySections}>
          {names.map((name, i) => (
            <button
              key={i}
              id={`${id}-${i}`}
              type="button"
              role="tab"
              aria-selected={i === tab}
              tabIndex={i === tab ? 0 : -1}
              onClick={() => choose(i)}
              onKeyDown={chooseWithKey}
            >
              {name}
            </button>
          ))}
        </div>
      )}
      <CaseStudyText
        key={tab}
        html={sections[tab - 1]?.html ?? content}
        placeKey={placeKey}
        tab={tab}
        labelId={names.length > 0 ? `${id}-${tab}` : undefined}
      />
    </div>
  )
}

/** `labelId`: the id of the tab that labels it. */
type TextProps = { html: string; placeKey: string; tab: number; labelId: string | undefined }

function CaseStudyText({ html, placeKey, tab, labelId }: TextProps) {
  const text = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const restore = () => text.current?.scrollTo(0, readReadingPlace(placeKey).tops[tab] ?? 0)
    restore()
    // The text of a dialog can scroll only once the dialog is open.
    const dialog = text.current?.closest('dialog')
    dialog?.addEventListener('toggle', restore, { once: true })
    return () => dialog?.removeEventListener('toggle', restore)
  }, [placeKey, tab])
  const keepPlace = ({ currentTarget }: React.UIEvent) => {
    const place = readReadingPlace(placeKey)
    saveReadingPlace(placeKey, { ...place, tops: { ...place.tops, [tab]: currentTarget.scrollTop } })
  }
  return (
    <div ref={text} className="body" role={labelId && 'tabpanel'} aria-labelledby={labelId} tabIndex={0} onScroll={keepPlace}>
      <BookText className="reading" html={html} />
    </div>
  )
}
