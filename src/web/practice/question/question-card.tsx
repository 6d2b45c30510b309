/** One question of an attempt: text, answer controls, flag, help, reveal, and explanation. */
import { Suspense, lazy, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { countCorrectEntries, isCorrect } from '#exam/grading.ts'
import { isBlank, positionOf, toggleLetter, yesNo, type AnswerInput, type CaseStudy, type Question } from '#exam/question.ts'
import { findNeighbor, findSeries, isClosed } from '#exam/series.ts'
import type { Attempt } from '#exam/attempt.ts'
import type { Move } from '#exam/moves.ts'
import { LazyArranging } from '#web/practice/arranging/lazy-arranging.tsx'
import { BesideQuestion } from '#web/practice/question/beside-question.tsx'
import { CaseStudyNotice } from '#web/practice/question/case-study-notice.tsx'
import { AnswerGuardMessage } from '#web/practice/question/answer-guard-message.tsx'
import { QuestionOptions } from '#web/practice/question/question-options.tsx'
import { AttemptControls } from '#web/practice/attempt/attempt-controls.tsx'
import { Explanation } from '#web/practice/question/explanation.tsx'
import type { TranslatedQuestionProps } from '#web/practice/question/translated-question.tsx'
import { QuestionLanguage, type ShownInLanguage } from '#web/practice/question/question-language.tsx'
import type { QuestionTimeProps } from '#web/practice/question/question-time.tsx'
import { useQuestionTimeSetting } from '#web/practice/question/question-time-setting.ts'
import { useAnswerGuard } from '#web/practice/question/use-answer-guard.ts'
import { useVerdictInView } from '#web/practice/question/use-verdict-in-view.ts'
import { useKeyboardShortcuts } from '#web/practice/attempt/use-keyboard-shortcuts.ts'
import { useNote } from '#web/notes/index.ts'
import { exam } from '#text/practice.ts'
import { BookText } from '#web/ui/book-text.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useLazyDialog } from '#web/ui/use-lazy-dialog.ts'
import type { AreaNames } from '#web/practice/attempt/attempt-mode.ts'
import { English } from '#web/ui/english.tsx'

type Props = {
  question: Question
  areaNames: AreaNames
  caseStudy: CaseStudy | undefined
  /** The question and its case study in the chosen language, with the same letters and answer key. */
  shown: ShownInLanguage
  onShow: (shown: ShownInLanguage | undefined) => void
  attempt: Attempt
  /** Whether the attempt is a simulation, without help and reveal. */
  isSealed: boolean
  /** Requests the translations of a simulation. Practice uses the translations of the bank. */
  requestTranslations?: TranslatedQuestionProps['requestTranslations']
  /** Each increase scrolls to the top and moves the focus to the question. */
  focusRequests: number
  areShortcutsOn: boolean
  onMove: (move: Move) => void
  onOpenMap: () => void
  onShowShortcuts: () => void
}

/** If the script does not load, the question shows no time. */
const QuestionTime = lazy<React.ComponentType<QuestionTimeProps>>(() =>
  import('#web/practice/question/question-time.tsx').catch(() => ({ default: () => null })),
)

const loadHelpPanel = () => import('#web/practice/help/help-panel.tsx').then(({ HelpPanel }) => HelpPanel)

export function QuestionCard({
  question,
  areaNames,
  caseStudy,
  shown,
  attempt,
  isSealed,
  focusRequests,
  areShortcutsOn,
  onMove,
  ...on
}: Props) {
  // The panel stays open when the question changes.
  const help = useLazyDialog(loadHelpPanel, 'help')
  const note = useNote(question.id)
  const [showsTime] = useQuestionTimeSetting()
  const [announcement, announce] = useAnnouncement(question.id, exam.questionOf(attempt.current + 1, attempt.questionIds.length))
  const { card, noteScroll } = useScrollToTop()
  const requestVerdict = useVerdictInView(card)
  const revealButton = useRef<HTMLButtonElement>(null)
  const answer = attempt.answers[question.id] ?? []
  const isLeft = isClosed(attempt, question.id)
  const isLocked = attempt.revealed.includes(question.id) || isLeft
  const isRevealed = attempt.shown.includes(question.id)
  const isGuess = attempt.guessed.includes(question.id)
  const isFlagged = attempt.flagged.includes(question.id)
  const number = attempt.current + 1
  const total = attempt.questionIds.length
  const isSeries = question.type === 'solution'
  // Another device may have locked the question already.
  const isLocking = findSeries(attempt, question.id) !== undefined && !isLeft
  const guard = useAnswerGuard(question, answer)

  const record = (next: AnswerInput) => {
    if (guard.allows(next)) onMove({ type: 'answer', at: Date.now(), questionId: question.id, answer: next })
  }
  const go = (position: number) => {
    if (isLocking && position < number) return
    if (isLocking && position < total && !guard.allowsLeaving(number)) return
    noteScroll()
    onMove({ type: 'go', at: Date.now(), position })
  }
  const nextPosition = findNeighbor(attempt, 1)
  const previousPosition = findNeighbor(attempt, -1)
  const next = () => go(nextPosition ?? number)
  const previous = () => go(previousPosition ?? -1)
  const toggleFlag = () => onMove({ type: isFlagged ? 'unflag' : 'flag', at: Date.now(), questionId: question.id })
  const toggleGuess = () => onMove({ type: 'go', at: Date.now(), position: attempt.current, isGuess: !isGuess })
  const toggleReveal = () => {
    if (!isLocked && !guard.allowsReveal()) return
    if (!isRevealed) requestVerdict()
    announce(isRevealed ? '' : verdictText(question, answer))
    // Revealing disables the options, and a disabled control loses the focus.
    if (document.activeElement?.closest('.options, .arrange, .places, .yes-no')) revealButton.current?.focus()
    onMove({ type: isRevealed ? 'hide' : 'reveal', at: Date.now(), questionId: question.id })
  }
  const choose = (letter: string) => {
    const entry = question.type === 'solution' ? yesNo[positionOf(letter)] : undefined
    if (isLocked || (entry === undefined && positionOf(letter) >= question.options.length)) return
    if (question.type === 'single_choice') record([letter])
    if (question.type === 'multiple_choice') record(toggleLetter(answer, letter))
    if (entry !== undefined) record([entry])
  }

  useEffect(() => {
    if (focusRequests === 0) return
    // The focus alone would not scroll back to the top.
    card.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [focusRequests, card])

  const practiceOnly = isSealed ? {} : { reveal: toggleReveal, guess: toggleGuess, note: note.toggle, help: help.open }
  useKeyboardShortcuts(areShortcutsOn, {
    choose,
    next,
    previous,
    flag: toggleFlag,
    openMap: on.onOpenMap,
    showShortcuts: on.onShowShortcuts,
    ...practiceOnly,
  })

  return (
    <>
      {shown.caseStudy && !isSeries && (
        <CaseStudyNotice key={shown.caseStudy.id} caseStudy={shown.caseStudy} attemptKey={String(attempt.startedAt)} />
      )}
      <section ref={card} className="question" aria-label={exam.questionOf(number, total)} tabIndex={-1}>
        <div className="question-meta">
          <h2>
            <b>{exam.types[question.type]}</b> <span>{areaNames[question.skillArea] ?? <English>{question.skillArea}</English>}</span>
          </h2>
          {showsTime === 'on' && !isSealed && (
            <Suspense fallback={null}>
              <QuestionTime key={question.id} attempt={attempt} questionId={question.id} />
            </Suspense>
          )}
          <button className="button" data-kind="quiet" type="button" aria-pressed={isFlagged} aria-keyshortcuts="M" onClick={toggleFlag}>
            <Icon name="flag" /> {isFlagged ? exam.flagged : exam.flag}
          </button>
          <QuestionLanguage
            {...{ question, caseStudy }}
            certificationId={attempt.certificationId}
            seed={attempt.seed}
            requestTranslations={on.requestTranslations}
            onShow={on.onShow}
          />
        </div>
        <div className="question-text" data-number={number}>
          {isSeries && shown.caseStudy && <BookText html={shown.caseStudy.content} />}
          <BookText html={shown.question.text} />
        </div>
        {isLeft && (
          <p className="notice" role="status">
            <Icon name="lock" /> <span>{exam.leftElsewhere}</span>
          </p>
        )}
        <AnswerControls
          key={question.id}
          question={shown.question}
          answer={answer}
          seed={attempt.seed}
          isLocked={isLocked}
          isRevealed={isRevealed}
          onAnswer={record}
          onAnnounce={announce}
        />
        {question.type !== 'single_choice' && <AnswerGuardMessage text={guard.message} />}
        {!isSealed && (
          <BesideQuestion
            isGuess={isGuess}
            onGuess={toggleGuess}
            note={note}
            questionId={question.id}
            certificationId={attempt.certificationId}
          />
        )}
        <div className="attempt-foot">
          {isSealed ? (
            <p className="small">
              <Icon name="lock" /> {exam.helpClosed}
            </p>
          ) : (
            <button className="button" data-kind="quiet" type="button" aria-haspopup="dialog" aria-keyshortcuts="/" onClick={help.open}>
              <Icon name="help" /> {exam.askHelp}
            </button>
          )}
          <AttemptControls
            number={number}
            total={total}
            onGo={(position) => (position < number ? previous() : next())}
            locks={isLocking}
            hasPrevious={previousPosition !== undefined}
            hasNext={nextPosition !== undefined}
          >
            {!isSealed && (
              <button
                ref={revealButton}
                className="button"
                type="button"
                aria-expanded={isRevealed}
                aria-keyshortcuts="R"
                onClick={toggleReveal}
              >
                {isRevealed ? exam.hide : exam.reveal}
              </button>
            )}
          </AttemptControls>
        </div>
        {help.hasFailed && (
          <p className="problem" role="alert">
            <Icon name="alert" /> {exam.helpNotLoaded}
          </p>
        )}
        <p className="visually-hidden" role="status">
          {announcement}
        </p>
        {isRevealed && <Explanation question={shown.question} />}
      </section>
      {!isSealed && help.Dialog && <help.Dialog {...{ question, caseStudy, attempt }} isOpen={help.isOpen} onClose={help.close} />}
    </>
  )
}

type AnswerControlsProps = {
  question: Question
  answer: AnswerInput
  /** The seed of the attempt. */
  seed?: string | undefined
  isLocked: boolean
  isRevealed: boolean
  onAnswer: (answer: AnswerInput) => void
  onAnnounce: (text: string) => void
}

export function AnswerControls({ seed, onAnnounce, ...props }: AnswerControlsProps) {
  switch (props.question.type) {
    case 'single_choice':
    case 'multiple_choice':
      return <QuestionOptions {...props} />
    case 'reorder':
    case 'drag_drop':
    case 'statements':
    case 'drop_down':
    case 'solution':
      return <LazyArranging {...props} seed={seed} onAnnounce={onAnnounce} />
  }
}

function verdictText(question: Question, answer: AnswerInput): string {
  if (isCorrect(answer, question)) return exam.announceCorrect
  if (question.type !== 'single_choice' && question.type !== 'multiple_choice') {
    return isBlank(answer)
      ? exam.announceBlankParts
      : exam.announceIncorrectParts(countCorrectEntries(answer, question), question.answerKey.length)
  }
  const answerKey = question.answerKey.join(', ')
  return isBlank(answer) ? exam.announceBlank(answerKey) : exam.announceIncorrect(answerKey)
}

/**
 * The text for screen readers: the latest announcement about this question or, after navigation, the name of the question.
 * Empty on the first question, because the page itself introduces it.
 */
function useAnnouncement(questionId: string, questionName: string): [text: string, announce: (text: string) => void] {
  const [firstId] = useState(questionId)
  const [announced, setAnnounced] = useState({ questionId: firstId, text: '' })
  const text = announced.questionId === questionId ? announced.text : questionName
  return [text, (next) => setAnnounced({ questionId, text: next })]
}

/**
 * If the top of the previous question was scrolled out of view, scrolls to the top of the next one. `noteScroll` reads the scroll position before
 * the change, while the layout is known; reading it afterward would force another layout.
 */
function useScrollToTop() {
  const card = useRef<HTMLElement>(null)
  const wasScrolled = useRef(false)
  useLayoutEffect(() => {
    if (wasScrolled.current) card.current?.scrollIntoView({ block: 'start' })
    wasScrolled.current = false
  })
  const noteScroll = () => {
    // The sticky header covers the top of the page.
    const headerHeight = document.querySelector('.attempt-top')?.clientHeight ?? 0
    wasScrolled.current = (card.current?.getBoundingClientRect().top ?? 0) < headerHeight
  }
  return { card, noteScroll }
}
