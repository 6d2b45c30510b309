/** A practice attempt: its questions while it is in progress, its results once it is finished. */
import { Suspense, lazy, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { AttemptCertification } from '#exam/certification.ts'
import type { IndexedQuestion, QuestionBank } from '#exam/question-chunks.ts'
import { hasFinished, start, type QuestionSet } from '#exam/attempt.ts'
import type { Move } from '#exam/moves.ts'
import type { AreaNames, SaveStatus } from '#web/practice/attempt/attempt-mode.ts'
import { AttemptScreen } from '#web/practice/attempt/attempt-screen.tsx'
import type { AttemptNoticesProps } from '#web/practice/attempt/attempt-notices.tsx'
import { useOptionOrder } from '#web/practice/attempt/use-option-order.ts'
import { useAttempt, type OpenedAttempt } from '#web/practice/attempt/use-attempt.ts'
import { useRememberedUnfinished } from '#web/practice/attempt/use-remembered-unfinished.ts'
import type { OpenBookProps } from '#web/practice/renewal/open-book.tsx'
import { LazyFinishedPractice, usePreloadedFinishedPractice } from '#web/practice/attempt/lazy-finished-practice.tsx'
import { useQuestions, type QuestionLoader } from '#web/bank/index.ts'
import { loadEmptySet } from '#web/review/index.ts'
import type { ControlledAttempt } from '#web/sync/index.ts'
import { exam } from '#text/practice.ts'
import { useOnline } from '#web/ui/use-online.ts'

/** Loaded when there is something to show. If the chunk does not load, only the save status is shown. */
const AttemptNotices = lazy<React.ComponentType<AttemptNoticesProps>>(() =>
  import('#web/practice/attempt/attempt-notices.tsx').catch(() => ({ default: () => null })),
)

const EmptySet = lazy(loadEmptySet)

/** If the chunk does not load, practice works without the open book. */
const OpenBook = lazy<React.ComponentType<OpenBookProps>>(() =>
  import('#web/practice/renewal/open-book.tsx').catch(() => ({ default: () => null })),
)

type Props = {
  certification: AttemptCertification
  bank: QuestionBank
  loader: QuestionLoader
  /** The index of the bank, once it is loaded. */
  index: readonly IndexedQuestion[] | undefined
  set: QuestionSet
  /** The questions of a new attempt. Until the index is loaded, placeholders: as many ids as the attempt will have. */
  questionIds: readonly string[]
  areIdsKnown: boolean
  /** How many questions the bank or the skill area of the set has. */
  poolSize: number
  /** The skill area of the set, if it has one. */
  area: { name: string } | undefined
  areaNames: AreaNames
}

export function PracticeScreen({ certification, bank, loader, index, set, questionIds, areIdsKnown, poolSize, ...rest }: Props) {
  const { id, name } = certification
  const { area, areaNames } = rest
  const requested = useMemo(
    () => (areIdsKnown ? { certificationId: id, set, questionIds } : undefined),
    [areIdsKnown, id, set, questionIds],
  )
  const { opened, left } = useAttempt(requested, loader)
  const isOnline = useOnline()
  // Finishing and restarting replace the whole screen, so the focus moves to the new one.
  const [focusOn, setFocusOn] = useState<'results' | 'question'>()

  // Until the journal has been read, on the server, and after the member has left, the screen shows the first question of a new attempt.
  const stored = useMemo(() => opened?.state.attempt ?? start(id, set, questionIds, 0), [opened?.state.attempt, id, set, questionIds])
  const loaded = useQuestions(loader, opened ? stored.questionIds : undefined, stored.current, opened?.state.id !== undefined)
  const { attempt, questions, store } = useOptionOrder(stored, loaded, index)
  const move = (next: Move) => opened?.controller.move(store(next))
  usePreloadedFinishedPractice(Object.keys(attempt.answers).length > 0)
  useRememberedUnfinished(opened)
  useQuestionFromHash(opened !== undefined, (number) => move({ type: 'go', at: Date.now(), position: number - 1 }))

  const notices = (left || (opened && hasNotices(opened))) && (
    <Suspense fallback={null}>
      <AttemptNotices opened={opened} left={left} />
    </Suspense>
  )
  const isOpen = opened !== undefined || left !== undefined
  if (isOpen && attempt.questionIds.length === 0) {
    return (
      <Suspense fallback={null}>
        <EmptySet certificationId={id} set={set} notices={notices} />
      </Suspense>
    )
  }
  if (opened && hasFinished(attempt)) {
    return (
      <LazyFinishedPractice
        {...{ certification, poolSize, loader, loaded, attempt, questions }}
        bankSize={bank.size}
        stored={opened.state}
        owner={opened.owner}
        isIndexLoaded={index !== undefined}
        takesFocus={focusOn === 'results'}
        notice={notices}
        onRestart={(ids) => {
          setFocusOn('question')
          opened.controller.restart(set === 'all' ? questionIds : ids, Date.now())
        }}
      />
    )
  }
  const setName = area ? exam.areaSet(areaNames[area.name] ?? area.name) : exam.setNames[set]
  return (
    <AttemptScreen
      mode={{ type: 'practice' }}
      labels={{
        title: (
          <>
            {exam.title(name)}
            {setName && <span className="small"> {setName}</span>}
          </>
        ),
        back: exam.back(id.toUpperCase()),
        finish: exam.finish,
        confirmTitle: exam.finishTitle,
        confirm: exam.finish,
        areaNames,
      }}
      attempt={attempt}
      questions={questions}
      getCaseStudy={loaded.getCaseStudy}
      loading={{ hasFailed: loaded.hasFailed, onRetry: loader.retry }}
      isOpen={isOpen}
      takesFocus={focusOn === 'question'}
      saveStatus={opened && saveStatusOf(opened.state, isOnline)}
      notices={
        <>
          {notices}
          {set === 'renewal' && !opened && <div className="open-book-place" />}
          {set === 'renewal' && opened && (
            <Suspense fallback={<div className="open-book-place" />}>
              <OpenBook
                startedAt={attempt.startedAt}
                questions={attempt.questionIds.flatMap((one) => loaded.get(one) ?? [])}
                isComplete={!attempt.questionIds.some(loaded.isPending)}
              />
            </Suspense>
          )}
        </>
      }
      onMove={move}
      onFinish={() => {
        setFocusOn('results')
        move({ type: 'finish', at: Date.now() })
        window.scrollTo(0, 0)
      }}
    />
  )
}

function hasNotices({ state, owner }: OpenedAttempt): boolean {
  return owner !== null || state.problem !== null || state.elsewhere !== null || state.conflicts.length > 0
}

/** Opens the question that the address names, such as `#question-40` of a pager link in a new tab. */
function useQuestionFromHash(isOpen: boolean, onNumber: (number: number) => void) {
  const open = useEffectEvent(onNumber)
  useEffect(() => {
    const hash = /^#question-(\d+)$/.exec(window.location.hash)
    if (!isOpen || !hash) return
    open(Number(hash[1]))
    // The hash applies once: after a reload, the attempt continues where it was.
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  }, [isOpen])
}

function saveStatusOf({ saved, isSent, problem }: ControlledAttempt, isOnline: boolean): SaveStatus | undefined {
  if (saved === 'saving') return { text: exam.saving }
  if (isSent) return { icon: 'check', text: exam.savedInAccount }
  if (problem) return { icon: 'warning', text: exam.unsavedTitle }
  return saved === null ? undefined : { icon: 'check', text: isOnline ? exam.saved : exam.savedOffline }
}
