/** One question of a run with everything one can do with it. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isCorrect } from '#exam/grading.ts'
import { isBlank, positionOf, toggleLetter } from '#exam/question.ts'
import type { AnswerInput, CaseStudy, Question } from '#exam/question.ts'
import type { Attempt, Move } from '#exam/attempt.ts'
import { Arrange } from '#web/practice/question/arrange.tsx'
import { CaseStudyNotice } from '#web/practice/question/case-study-notice.tsx'
import { ChoiceOptions } from '#web/practice/question/choice-options.tsx'
import { AttemptControls } from '#web/practice/attempt/attempt-controls.tsx'
import { Explanation } from '#web/practice/question/explanation.tsx'
import { HelpDialog } from '#web/practice/question/help-dialog.tsx'
import { signsOf } from '#web/practice/question/format-answer.ts'
import { useKeyboardShortcuts } from '#web/practice/attempt/use-keyboard-shortcuts.ts'
import { useTexts } from '#web/text/texts.ts'
import { Icon } from '#web/ui/icon.tsx'
import { RichText } from '#web/ui/rich-text.tsx'

type Props = {
  question: Question
  caseStudy: CaseStudy | undefined
  run: Attempt
  /** A question of a simulation: nobody helps, and nothing is revealed. */
  isSealed?: boolean
  /** How often the question was to take the focus, as after a restart; each time it does, from its top. */
  focusAsked: number
  keysAreOn: boolean
  onMove: (move: Move) => void
  onShowKeys: () => void
}

export function QuestionCard({ question, caseStudy, run, isSealed = false, focusAsked, keysAreOn, onMove, onShowKeys }: Props) {
  const { exam } = useTexts()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [spoken, setSpoken] = useSpoken(question.id, exam.questionOf(run.current + 1, run.questionIds.length))
  const { card, keepReadingStart } = useReadingStart()
  const revealButton = useRef<HTMLButtonElement>(null)
  const answer = run.answers[question.id] ?? []
  const isLocked = run.revealed.includes(question.id)
  const isRevealed = run.shown.includes(question.id)
  const isFlagged = run.flagged.includes(question.id)
  const number = run.current + 1
  const total = run.questionIds.length

  const give = (next: AnswerInput) => onMove({ type: 'answer', at: Date.now(), questionId: question.id, answer: next })
  const go = (position: number) => {
    keepReadingStart()
    onMove({ type: 'go', at: Date.now(), position })
  }
  const toggleFlag = () => onMove({ type: isFlagged ? 'unflag' : 'flag', at: Date.now(), questionId: question.id })
  const toggleReveal = () => {
    setSpoken(isRevealed ? '' : verdictWords(question, answer, exam))
    // Locking disables the options; the focus must not vanish with them.
    if (document.activeElement?.closest('.options, .arrange')) revealButton.current?.focus()
    onMove({ type: isRevealed ? 'hide' : 'reveal', at: Date.now(), questionId: question.id })
  }
  const choose = (letter: string) => {
    if (isLocked || positionOf(letter) >= question.options.length) return
    if (question.type === 'single_choice') give([letter])
    if (question.type === 'multiple_choice') give(toggleLetter(answer, letter))
  }

  useEffect(() => {
    if (focusAsked === 0) return
    // What was read before may have been scrolled, and the focus alone would leave it so.
    card.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [focusAsked, card])

  useKeyboardShortcuts(keysAreOn, {
    choose,
    next: () => go(number),
    previous: () => go(number - 2),
    reveal: isSealed ? () => undefined : toggleReveal,
    flag: toggleFlag,
    showKeys: onShowKeys,
  })

  return (
    <>
      {caseStudy && <CaseStudyNotice key={caseStudy.id} caseStudy={caseStudy} />}
      <section ref={card} className="question" aria-label={exam.questionOf(number, total)} tabIndex={-1}>
        <div className="question-meta">
          <h2>
            <b>{exam.types[question.type]}</b> <span>{question.skillArea}</span>
          </h2>
          <button className="button" data-kind="quiet" type="button" aria-pressed={isFlagged} onClick={toggleFlag}>
            <Icon name="flag" /> {isFlagged ? exam.flagged : exam.flag}
          </button>
        </div>
        <div className="question-text" data-number={number}>
          <RichText html={question.text} />
        </div>
        <AnswerControls
          key={question.id}
          question={question}
          answer={answer}
          isLocked={isLocked}
          isRevealed={isRevealed}
          onAnswer={give}
          onAnnounce={setSpoken}
        />
        <div className="exam-foot">
          {!isSealed && (
            <button className="button" data-kind="quiet" type="button" aria-haspopup="dialog" onClick={() => setHelpOpen(true)}>
              <Icon name="help" /> {exam.askHelp}
            </button>
          )}
          <AttemptControls number={number} total={total} onGo={go}>
            {!isSealed && (
              <button ref={revealButton} className="button" type="button" aria-expanded={isRevealed} onClick={toggleReveal}>
                {isRevealed ? exam.hide : exam.reveal}
              </button>
            )}
          </AttemptControls>
        </div>
        <p className="unseen" role="status">
          {spoken}
        </p>
        {isRevealed && <Explanation question={question} />}
      </section>
      {!isSealed && (
        <HelpDialog key={question.id} question={question} isRevealed={isLocked} isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
      )}
    </>
  )
}

type AnswerControlsProps = {
  question: Question
  answer: AnswerInput
  isLocked: boolean
  isRevealed: boolean
  onAnswer: (answer: AnswerInput) => void
  onAnnounce: (words: string) => void
}

/** What one answers with, by type of question. */
export function AnswerControls({ question, answer, isLocked, isRevealed, onAnswer, onAnnounce }: AnswerControlsProps) {
  const { type } = question
  switch (type) {
    case 'single_choice':
    case 'multiple_choice':
      return <ChoiceOptions question={question} answer={answer} isLocked={isLocked} isRevealed={isRevealed} onAnswer={onAnswer} />
    case 'reorder':
    case 'drag_drop':
      return (
        <Arrange
          question={{ ...question, type }}
          answer={answer}
          isLocked={isLocked}
          isRevealed={isRevealed}
          onAnswer={onAnswer}
          onAnnounce={onAnnounce}
        />
      )
  }
}

function verdictWords(question: Question, answer: AnswerInput, exam: ReturnType<typeof useTexts>['exam']): string {
  if (isCorrect(answer, question)) return exam.announceCorrect
  const key = signsOf(question.answerKey, question.type).join(', ')
  return isBlank(answer) ? exam.announceBlank(key) : exam.announceIncorrect(key)
}

/**
 * What a screen reader is told: what just happened to this question or, after turning to another, which one it is.
 * Nothing on the first question shown, since the page itself says enough.
 */
function useSpoken(questionId: string, questionName: string): [words: string, speak: (words: string) => void] {
  const [firstId] = useState(questionId)
  const [spoken, setSpoken] = useState({ questionId: firstId, words: '' })
  const words = spoken.questionId === questionId ? spoken.words : questionName
  return [words, (next) => setSpoken({ questionId, words: next })]
}

/**
 * A question that replaces another begins at its top. Whether the page was scrolled is asked before the move, while the
 * layout is known; asking afterwards would cost a layout of its own.
 */
function useReadingStart() {
  const card = useRef<HTMLElement>(null)
  const wasScrolled = useRef(false)
  useLayoutEffect(() => {
    if (wasScrolled.current) card.current?.scrollIntoView({ block: 'start' })
    wasScrolled.current = false
  })
  const keepReadingStart = () => {
    wasScrolled.current = window.scrollY > (card.current?.offsetTop ?? 0)
  }
  return { card, keepReadingStart }
}
