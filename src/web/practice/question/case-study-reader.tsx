/** The text of a case study, with a tab for each section. It opens where the candidate stopped reading. */
import { useId, useMemo, useState } from 'react'
import { listCaseStudySections } from '#exam/case-study-sections.ts'
import type { CaseStudy } from '#exam/question.ts'
import { CaseStudyText } from '#web/practice/question/case-study-text.tsx'
import { readReadingPlace, saveReadingPlace } from '#web/practice/question/reading-place.ts'
import { caseStudyReader as words } from '#text/case-study-reader.ts'
import { langOfContent } from '#web/ui/english.tsx'

/** `placeKey` identifies the attempt, the case study, and its language. */
export type CaseStudyReaderProps = { caseStudy: CaseStudy; placeKey: string }

export default function CaseStudyReader({ caseStudy: { content }, placeKey }: CaseStudyReaderProps) {
  const id = useId()
  const sections = useMemo(() => listCaseStudySections(content), [content])
  const [chosen, setChosen] = useState(() => readReadingPlace(placeKey).tab)
  const tab = Math.min(chosen, sections.length)
  const names: readonly { title: string; language?: string }[] = sections.length === 0 ? [] : [{ title: words.all }, ...sections]
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
        <div className="tabs" role="tablist" aria-label={words.sections}>
          {names.map(({ title, language }, i) => (
            <button
              key={i}
              id={`${id}-${i}`}
              type="button"
              role="tab"
              lang={language ?? (i === 0 ? undefined : langOfContent())}
              aria-selected={i === tab}
              tabIndex={i === tab ? 0 : -1}
              onClick={() => choose(i)}
              onKeyDown={chooseWithKey}
            >
              {title}
            </button>
          ))}
        </div>
      )}
      <CaseStudyText
        key={tab}
        html={sections[tab - 1]?.html ?? content}
        htmlBefore={sections
          .slice(0, Math.max(0, tab - 1))
          .map((section) => section.html)
          .join('')}
        placeKey={placeKey}
        tab={tab}
        labelId={names.length > 0 ? `${id}-${tab}` : undefined}
      />
    </div>
  )
}
