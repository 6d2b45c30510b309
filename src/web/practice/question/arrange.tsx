/**
 * Reorder and drag-and-drop: pieces go from a pool into places. Three equal ways: drag; choose a piece, then a place;
 * the buttons on the piece. Every move is said aloud, and the focus stays with the piece that moved.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  homeOf,
  itemsOf,
  placeInNextSlot,
  placeItem,
  poolOf,
  printArrangement,
  readArrangement,
  resetSlots,
  returnItem,
} from '#exam/arrangement.ts'
import type { Arrangement } from '#exam/arrangement.ts'
import { plainText } from '#exam/plain-text.ts'
import { letterOf } from '#exam/question.ts'
import type { AnswerInput, Question } from '#exam/question.ts'
import { poolTarget, useDragAndDrop } from '#web/practice/question/use-drag-and-drop.ts'
import { useTexts } from '#web/text/texts.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { IconName } from '#web/ui/icon.tsx'
import { RichText } from '#web/ui/rich-text.tsx'

type Props = {
  question: Question & { type: 'reorder' | 'drag_drop' }
  answer: AnswerInput
  isLocked: boolean
  isRevealed: boolean
  onAnswer: (answer: AnswerInput) => void
  onAnnounce: (words: string) => void
}

export function Arrange({ question, answer, isLocked, isRevealed, onAnswer, onAnnounce }: Props) {
  const { exam } = useTexts()
  const root = useRef<HTMLDivElement>(null)
  const [picked, setPicked] = useState<number | null>(null)
  const focusPiece = useFocusOnPiece(root)
  const pieces = itemsOf(question)
  const places = readArrangement(question, answer)
  const pool = poolOf(question, places)
  const nameOf = (piece: number) => plainText(pieces[piece] ?? '')

  const change = (next: Arrangement, words: string) => {
    setPicked(null)
    onAnswer(printArrangement(question, next))
    onAnnounce(words)
  }
  const put = (piece: number, place: number, next = placeItem(places, piece, place)) => {
    if (next === places) return setPicked(null)
    change(next, exam.placedAt(nameOf(piece), place + 1, places.length))
    focusPiece(piece)
  }
  const giveBack = (piece: number) => {
    change(returnItem(places, places.indexOf(piece)), exam.returned(nameOf(piece)))
    focusPiece(piece)
  }
  const pick = (piece: number) => {
    setPicked(piece === picked ? null : piece)
    if (piece !== picked) onAnnounce(exam.chosen(nameOf(piece)))
  }

  useEffect(() => {
    if (picked === null) return
    const putDown = (event: KeyboardEvent) => event.key === 'Escape' && setPicked(null)
    document.addEventListener('keydown', putDown)
    return () => document.removeEventListener('keydown', putDown)
  }, [picked])

  useDragAndDrop(root, isLocked, (piece, target) => {
    if (target !== poolTarget) put(piece, target)
    else if (places.includes(piece)) giveBack(piece)
  })

  const piece = (index: number, place: number | null) => (
    <Piece
      key={index}
      index={index}
      html={pieces[index] ?? ''}
      isPicked={picked === index}
      isLocked={isLocked}
      verdict={isRevealed && place !== null ? verdictOf(question, index, place) : undefined}
      label={
        place !== null && picked !== null && picked !== index
          ? `${exam.placeHere(letterOf(picked))}, ${exam.returnItem(nameOf(index))}`
          : undefined
      }
      onPick={() => (place !== null && picked !== null && picked !== index ? put(picked, place) : pick(index))}
    >
      {place === null ? (
        question.type === 'reorder' && (
          <Action
            icon="right"
            label={exam.placeItem(nameOf(index))}
            onAct={() => put(index, places.indexOf(null), placeInNextSlot(places, index))}
            isDisabled={!places.includes(null)}
          />
        )
      ) : (
        <>
          {question.type === 'reorder' && (
            <>
              <Action icon="up" label={exam.moveUp(nameOf(index))} onAct={() => put(index, place - 1)} isDisabled={place === 0} />
              <Action
                icon="down"
                label={exam.moveDown(nameOf(index))}
                onAct={() => put(index, place + 1)}
                isDisabled={place === places.length - 1}
              />
            </>
          )}
          <Action icon="cross" label={exam.returnItem(nameOf(index))} onAct={() => giveBack(index)} />
        </>
      )}
    </Piece>
  )

  const reset = (
    <button
      className="button"
      data-kind="quiet"
      type="button"
      disabled={isLocked || pool.length === pieces.length}
      onClick={() => {
        change(resetSlots(places), exam.allReturned)
        focusPiece(0)
      }}
    >
      <Icon name="undo" /> {exam.reset}
    </button>
  )

  return (
    <div ref={root} className="arrange" data-kind={question.type === 'reorder' ? 'reorder' : 'match'}>
      <section aria-labelledby="pool" data-drop={poolTarget}>
        <header>
          <h3 id="pool">{exam.pool[question.type](pool.length)}</h3>
          {question.type === 'drag_drop' && reset}
        </header>
        <ul role="list">
          {pool.map((index) => (
            <li key={index}>{piece(index, null)}</li>
          ))}
        </ul>
        <p className="small">{isLocked ? exam.locked : exam.arrangeHint[question.type]}</p>
      </section>
      <section aria-labelledby="places">
        <header>
          <h3 id="places">{exam.slotsTitle[question.type]}</h3>
          {question.type === 'reorder' && reset}
        </header>
        <ol role="list">
          {places.map((index, place) => {
            const prompt = question.pairs?.left[place]
            return (
              <li key={place} className="place" data-drop={place} aria-label={exam.slotName(place + 1, prompt ? plainText(prompt) : '')}>
                <b>{place + 1}</b>
                {prompt && <RichText as="span" html={prompt} />}
                {index === null ? (
                  <button
                    className="button"
                    type="button"
                    disabled={isLocked || picked === null}
                    onClick={() => picked !== null && put(picked, place)}
                  >
                    {picked === null ? exam.emptySlot : exam.placeHere(letterOf(picked))}
                  </button>
                ) : (
                  piece(index, place)
                )}
              </li>
            )
          })}
        </ol>
      </section>
    </div>
  )
}

type PieceProps = {
  index: number
  html: string
  isPicked: boolean
  isLocked: boolean
  verdict: Verdict | undefined
  /** Name of the main button where it does something else than choose the piece. */
  label: string | undefined
  onPick: () => void
  children: React.ReactNode
}

function Piece({ index, html, isPicked, isLocked, verdict, label, onPick, children }: PieceProps) {
  return (
    <div
      className="piece"
      data-piece={index}
      data-locked={isLocked || undefined}
      data-state={isPicked ? 'picked' : undefined}
      data-verdict={verdict?.state}
    >
      <span className="tab">{letterOf(index)}</span>
      <span>
        <button className="piece-label" type="button" aria-pressed={isPicked} aria-label={label} disabled={isLocked} onClick={onPick}>
          <RichText as="span" html={html} />
        </button>
        {verdict && (
          <span className="sign" data-verdict={verdict.state}>
            <Icon name={verdict.state === 'right' ? 'check' : 'cross'} /> <VerdictWords verdict={verdict} />
          </span>
        )}
        {!isLocked && <span>{children}</span>}
      </span>
    </div>
  )
}

/** The second click of a double click would hit whatever has slid under the pointer, so it does nothing. */
function Action({ icon, label, onAct, isDisabled = false }: { icon: IconName; label: string; onAct: () => void; isDisabled?: boolean }) {
  return (
    <button
      className="button"
      data-kind="quiet"
      data-size="icon"
      type="button"
      aria-label={label}
      disabled={isDisabled}
      onClick={(event) => event.detail < 2 && onAct()}
    >
      <Icon name={icon} />
    </button>
  )
}

/** `belongsIn`: the place, from 1, where the piece would be right; `null` when it belongs nowhere. */
type Verdict = { state: 'right' } | { state: 'wrong'; belongsIn: number | null }

function VerdictWords({ verdict }: { verdict: Verdict }) {
  const { exam } = useTexts()
  if (verdict.state === 'right') return exam.correctSlot
  return verdict.belongsIn === null ? exam.notNeeded : exam.belongsIn(verdict.belongsIn)
}

function verdictOf(question: Question, piece: number, place: number): Verdict {
  const home = homeOf(question, piece)
  return home === place ? { state: 'right' } : { state: 'wrong', belongsIn: home === null ? null : home + 1 }
}

/** Remembers which piece moved and, once it stands in its new place, puts the focus there. */
function useFocusOnPiece(root: React.RefObject<HTMLElement | null>): (piece: number) => void {
  const moved = useRef<{ piece: number; label: string | null } | null>(null)
  useLayoutEffect(() => {
    if (!moved.current || !root.current) return
    const { piece, label } = moved.current
    const buttons = [...root.current.querySelectorAll<HTMLButtonElement>(`[data-piece="${piece}"] button:not(:disabled)`)]
    const same = buttons.find((button) => button.getAttribute('aria-label') === label && label !== null)
    moved.current = null
    ;(same ?? buttons[0])?.focus()
  })
  return (piece) => {
    const active = document.activeElement
    moved.current = { piece, label: root.current?.contains(active) ? (active?.getAttribute('aria-label') ?? null) : null }
  }
}
