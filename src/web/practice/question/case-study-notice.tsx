/** A notice that a question belongs to a case study. It opens the case study where the candidate stopped reading. */
import { useState } from 'react'
import type { CaseStudy } from '#exam/question.ts'
import { useTexts } from '#web/text/texts.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { BookText } from '#web/ui/book-text.tsx'

export function CaseStudyNotice({ caseStudy }: { caseStudy: CaseStudy }) {
  const { exam } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <aside className="notice" aria-label={exam.caseStudyTitle(caseStudy.title)}>
        <p>{exam.caseStudyNotice}</p>
        <button className="button" type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {exam.openCaseStudy}
        </button>
      </aside>
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
        <CaseStudyText caseStudy={caseStudy} />
      </Dialog>
    </>
  )
}

/** Scroll positions by case study, in pixels. They last until the page is closed, because each question renders a new notice. */
const scrollPositions = new Map<string, number>()

function CaseStudyText({ caseStudy }: { caseStudy: CaseStudy }) {
  return (
    <div
      ref={(body) => {
        const dialog = body?.closest('dialog')
        const restore = () => body?.scrollTo(0, scrollPositions.get(caseStudy.id) ?? 0)
        dialog?.addEventListener('toggle', restore)
        return () => dialog?.removeEventListener('toggle', restore)
      }}
      className="body"
      tabIndex={0}
      onScroll={(event) => scrollPositions.set(caseStudy.id, event.currentTarget.scrollTop)}
    >
      <BookText className="reading" html={caseStudy.content} />
    </div>
  )
}
