/** A notice that a question belongs to a case study, and the dialog with the case study. */
import { useState } from 'react'
import type { ShownCaseStudy } from '#exam/shown-translation.ts'
import { LazyCaseStudyReader } from '#web/practice/question/lazy-case-study-reader.tsx'
import { exam } from '#text/practice.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { English } from '#web/ui/english.tsx'

type Props = {
  caseStudy: ShownCaseStudy
  /** Identifies the attempt, which has its own reading place. */
  attemptKey: string
}

export function CaseStudyNotice({ caseStudy, attemptKey }: Props) {
  return (
    <aside className="notice case-study-notice" aria-label={exam.caseStudyTitle(caseStudy.title)}>
      <p>{exam.caseStudyNotice}</p>
      <CaseStudyOpener caseStudy={caseStudy} attemptKey={attemptKey} />
    </aside>
  )
}

/** The case study beside its question. Only wide screens show it, instead of the notice. */
export function CaseStudyPanel({ caseStudy, attemptKey }: Props) {
  return (
    <section className="case-study-panel" aria-label={exam.caseStudyTitle(caseStudy.title)}>
      <div className="row">
        <h2>{caseStudy.shownIn ? caseStudy.title : <English>{caseStudy.title}</English>}</h2>
        <CaseStudyOpener caseStudy={caseStudy} attemptKey={attemptKey} kind="quiet" />
      </div>
      <LazyCaseStudyReader caseStudy={caseStudy} placeKey={placeKeyOf(caseStudy, attemptKey)} />
    </section>
  )
}

/** The key of the marks and the reading place. Marks are positions in a text, so each language has its own key. */
function placeKeyOf({ id, shownIn }: ShownCaseStudy, attemptKey: string): string {
  return [attemptKey, id, ...(shownIn ? [shownIn] : [])].join(' ')
}

function CaseStudyOpener({ caseStudy, attemptKey, kind }: Props & { kind?: 'quiet' }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button className="button" data-kind={kind} type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {exam.openCaseStudy}
      </button>
      <Dialog
        title={exam.caseStudyTitle(caseStudy.title)}
        kind="reading"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        foot={
          <button className="button" data-kind="primary" type="button" onClick={() => setOpen(false)}>
            {exam.backToQuestion}
          </button>
        }
      >
        {isOpen && <LazyCaseStudyReader caseStudy={caseStudy} placeKey={placeKeyOf(caseStudy, attemptKey)} />}
      </Dialog>
    </>
  )
}
