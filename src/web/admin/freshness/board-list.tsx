/** The questions of one page of the freshness board. The keyboard shortcuts work while the focus is in the list. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { BoardEntry } from '#web/admin/freshness/board-entry.tsx'
import { SharedPageList } from '#web/admin/freshness/shared-page-list.tsx'
import { listSharedPages } from '#web/admin/freshness/shared-pages.ts'
import { useConfirmations } from '#web/admin/freshness/use-confirmations.ts'
import { freshnessAdmin as words } from '#web/text/en/admin/freshness.ts'
import type { ListedFreshness } from '#server/freshness/index.ts'

export function BoardList({ questions }: { questions: readonly ListedFreshness[] }) {
  const list = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const [spoken, say] = useState('')
  const confirmations = useConfirmations(questions, say)

  const focus = (position: number) => {
    const entry = list.current?.children[position]
    if (!(entry instanceof HTMLElement)) return false
    setCurrent(position)
    entry.focus()
    return true
  }
  const undo = (id: string | undefined) => {
    if (id === undefined) return say(words.announceNothingToUndo)
    focus(questions.findIndex(({ questionId }) => questionId === id))
    void confirmations.undo(id)
  }
  const sendAll = (ids: readonly string[], action: 'confirm' | 'undo') => {
    // The pressed button loses the focus while it is disabled. Otherwise, the confirm button of one of the questions would get it.
    if (action === 'undo') focus(questions.findIndex(({ questionId }) => questionId === ids[0]))
    void confirmations.sendAll(ids, action)
  }
  const press = (key: string): boolean => {
    const id = questions[current]?.questionId
    switch (key) {
      case 'j':
      case 'ArrowDown':
        if (!focus(current + 1)) say(words.announceLast)
        return true
      case 'k':
      case 'ArrowUp':
        focus(current - 1)
        return true
      case 'c':
        if (id !== undefined) void confirmations.confirm(id)
        // An orphaned question cannot be confirmed. It keeps the focus and shows why.
        if (questions[current]?.state !== 'orphaned') focus(current + 1)
        return true
      case 'u':
        undo(id !== undefined && confirmations.read(id).status === 'confirmed' ? id : confirmations.latest)
        return true
      default:
        return false
    }
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    // The arrow keys scroll the page and long differences, unless an entry has the focus.
    const isScrolled = event.key.startsWith('Arrow') && event.target instanceof Element && !event.target.matches('.freshness-list > li')
    if (!isScrolled && press(event.key)) event.preventDefault()
  })
  useEffect(() => {
    const element = list.current
    const listen = (event: KeyboardEvent) => onKey(event)
    /** The keys act on the entry that has the focus. */
    const follow = ({ target }: FocusEvent) =>
      setCurrent((before) => {
        const position = [...(element?.children ?? [])].findIndex((entry) => target instanceof Node && entry.contains(target))
        return position < 0 ? before : position
      })
    element?.addEventListener('keydown', listen)
    element?.addEventListener('focusin', follow)
    return () => {
      element?.removeEventListener('keydown', listen)
      element?.removeEventListener('focusin', follow)
    }
  }, [])

  return (
    <>
      <SharedPageList pages={listSharedPages(questions)} read={confirmations.read} onSend={sendAll} />
      <p className="small freshness-keys">
        {words.keysLede}
        {words.keys.map(([key, meaning]) => (
          <span key={key}>
            <kbd>{key}</kbd> {meaning}
          </span>
        ))}
      </p>
      <p className="visually-hidden" role="status">
        {spoken}
      </p>
      <ul className="messages freshness-list" role="list" aria-label={words.list} ref={list}>
        {questions.map((question, i) => (
          <BoardEntry
            key={question.questionId}
            question={question}
            confirmation={confirmations.read(question.questionId)}
            isCurrent={i === current}
            onConfirm={() => {
              // The button that was pressed disappears.
              focus(i)
              void confirmations.confirm(question.questionId)
            }}
            onUndo={() => undo(question.questionId)}
          />
        ))}
      </ul>
    </>
  )
}
