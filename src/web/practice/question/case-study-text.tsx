/**
 * The text of a case study or of one of its sections. Selected text can be marked, if the browser can highlight text without changing the page. The
 * marks are listed below the whole case study, for candidates who use a keyboard or a screen reader.
 */
import { useEffect, useMemo, useRef, useState } from 'react'
import { addMark, clipMarks, removeMarks, type TextMark } from '#exam/text-marks.ts'
import { saveMarks, useMarks } from '#web/practice/question/marks.ts'
import { readReadingPlace, saveReadingPlace } from '#web/practice/question/reading-place.ts'
import { readText, readTextOf, toMark, toRange } from '#web/practice/question/text-positions.ts'
import { caseStudyReader as words } from '#text/case-study-reader.ts'
import { exam } from '#text/practice.ts'
import { BookText } from '#web/ui/book-text.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { typesetHtml } from '#web/ui/typeset.ts'

const highlightName = 'case-study-mark'

type Props = {
  html: string
  /** The sections before this one. */
  htmlBefore: string
  placeKey: string
  tab: number
  /** The id of the tab that labels the text. */
  labelId: string | undefined
}

export function CaseStudyText({ html, htmlBefore, placeKey, tab, labelId }: Props) {
  const text = useRef<HTMLDivElement>(null)
  useScrollPosition(text, placeKey, tab)
  const marks = useMarks(placeKey)
  const from = useMemo(() => readTextOf(typesetHtml(htmlBefore, exam)).length, [htmlBefore])
  useHighlights(text, marks, from)
  const selected = useSelection(text, from)
  const mark = (next: readonly TextMark[]) => {
    saveMarks(placeKey, next)
    document.getSelection()?.removeAllRanges()
  }
  return (
    <>
      <div ref={text} className="body" role={labelId && 'tabpanel'} aria-labelledby={labelId} tabIndex={0}>
        <BookText className="reading" html={html} />
        {tab === 0 && marks.length > 0 && (
          <MarkList
            text={readTextOf(typesetHtml(html, exam))}
            marks={marks}
            onShow={(shown) => selectMark(text.current, shown)}
            onRemove={(removed) => saveMarks(placeKey, removeMarks(marks, removed))}
          />
        )}
      </div>
      {selected && (
        // Pressing a button must not clear the selection before the click.
        <div className="case-study-marking row" role="group" aria-label={words.selection} onPointerDown={(event) => event.preventDefault()}>
          <button className="button" type="button" onClick={() => mark(addMark(marks, selected))}>
            <Icon name="pencil" /> {words.mark}
          </button>
          {clipMarks(marks, selected).length > 0 && (
            <button className="button" data-kind="quiet" type="button" onClick={() => mark(removeMarks(marks, selected))}>
              {words.remove}
            </button>
          )}
        </div>
      )}
    </>
  )
}

type TextRef = React.RefObject<HTMLDivElement | null>

function useScrollPosition(text: TextRef, placeKey: string, tab: number): void {
  useEffect(() => {
    const body = text.current
    if (!body) return
    const restore = () => body.scrollTo(0, readReadingPlace(placeKey).tops[tab] ?? 0)
    const onScroll = () => {
      const place = readReadingPlace(placeKey)
      saveReadingPlace(placeKey, { ...place, tops: { ...place.tops, [tab]: body.scrollTop } })
    }
    restore()
    body.addEventListener('scroll', onScroll)
    // The text of a dialog can scroll only once the dialog is open.
    const dialog = body.closest('dialog')
    dialog?.addEventListener('toggle', restore, { once: true })
    return () => {
      body.removeEventListener('scroll', onScroll)
      dialog?.removeEventListener('toggle', restore)
    }
  }, [text, placeKey, tab])
}

/** Highlights the marks in this part of the text, which starts at character `from`. */
function useHighlights(text: TextRef, marks: readonly TextMark[], from: number): void {
  useEffect(() => {
    const reading = text.current?.firstElementChild
    if (!reading || !canHighlight()) return
    const highlight = CSS.highlights.get(highlightName) ?? new Highlight()
    CSS.highlights.set(highlightName, highlight)
    const ranges = clipMarks(marks, { start: from, end: from + readText(reading).length }).map((mark) => toRange(reading, mark))
    for (const range of ranges) highlight.add(range)
    return () => {
      for (const range of ranges) highlight.delete(range)
    }
  }, [text, marks, from])
}

/** The selected characters; `undefined` when none of this part is selected. */
function useSelection(text: TextRef, from: number): TextMark | undefined {
  const [selected, setSelected] = useState<TextMark>()
  useEffect(() => {
    if (!canHighlight()) return
    const read = () => {
      const reading = text.current?.firstElementChild
      const selection = document.getSelection()
      if (!reading || !selection?.rangeCount || !selection.containsNode(reading, true)) return setSelected(undefined)
      const { start, end } = toMark(reading, selection.getRangeAt(0))
      setSelected(start < end ? { start: start + from, end: end + from } : undefined)
    }
    document.addEventListener('selectionchange', read)
    return () => document.removeEventListener('selectionchange', read)
  }, [text, from])
  return selected
}

function canHighlight(): boolean {
  return 'highlights' in CSS
}

/** Selects a mark in the whole case study and scrolls to it. */
function selectMark(text: HTMLElement | null, mark: TextMark): void {
  const reading = text?.firstElementChild
  if (!reading) return
  const range = toRange(reading, mark)
  range.startContainer.parentElement?.scrollIntoView({ block: 'center' })
  const selection = document.getSelection()
  selection?.removeAllRanges()
  selection?.addRange(range)
}

type MarkListProps = {
  /** The text of the whole case study. */
  text: string
  marks: readonly TextMark[]
  onShow: (mark: TextMark) => void
  onRemove: (mark: TextMark) => void
}

function MarkList({ text, marks, onShow, onRemove }: MarkListProps) {
  return (
    <section className="case-study-marks" aria-label={words.list}>
      <h3>{words.list}</h3>
      <ul role="list">
        {marks.map((mark) => {
          const marked = text.slice(mark.start, mark.end)
          return (
            <li key={mark.start}>
              <button type="button" className="link" onClick={() => onShow(mark)}>
                {marked}
              </button>
              <button className="button" data-kind="quiet" data-size="icon" type="button" onClick={() => onRemove(mark)}>
                <Icon name="cross" />
                <span className="visually-hidden">
                  {words.remove}: {marked}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
