/** A run on screen: header, pager, one question, and, once it is finished, the results. */
import { Suspense, lazy, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Family, SkillArea } from '#exam/certification.ts'
import { isPartial } from '#exam/question.ts'
import type { CaseStudy, Question } from '#exam/question.ts'
import { areaOfSet, isStartedSet } from '#exam/question-set.ts'
import { blankPositions, hasFinished, start } from '#exam/attempt.ts'
import type { Move, QuestionSet } from '#exam/attempt.ts'
import { AttemptHeader } from '#web/practice/attempt/attempt-header.tsx'
import { FinishDialog } from '#web/practice/attempt/finish-dialog.tsx'
import { RemovedQuestion } from '#web/practice/question/removed-question.tsx'
import { KeyboardShortcutsDialog, useShortcutsSetting } from '#web/practice/attempt/keyboard-shortcuts-dialog.tsx'
import { Pager } from '#web/practice/attempt/pager.tsx'
import { QuestionCard } from '#web/practice/question/question-card.tsx'
import { ResultsScreen } from '#web/practice/results/results-screen.tsx'
import type { RunNoticesProps } from '#web/practice/attempt/attempt-notices.tsx'
import { useAttempt } from '#web/practice/attempt/use-attempt.ts'
import type { OpenAttempt } from '#web/practice/attempt/use-attempt.ts'
import { SkipLink } from '#web/layout/skip-link.tsx'
import { useTexts } from '#web/text/texts.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useOnline } from '#web/ui/use-online.ts'
import { ShareLink } from '#web/sharing/index.ts'
import type { ControlledAttempt } from '#web/sync/index.ts'
import { loadEmptySet } from '#web/review/index.ts'

type AreaOf = Pick<SkillArea, 'name' | 'weightMin' | 'weightMax'>

export type ExamOf = { id: string; name: string; family: Family; skillAreas: readonly AreaOf[] }

/** Comes when there is something to say. What has no network to come by is said by the sign alone. */
const RunNotices = lazy<React.ComponentType<RunNoticesProps>>(() =>
  import('#web/practice/attempt/attempt-notices.tsx').catch(() => ({ default: () => null })),
)

/** Rarely seen, so fetched then; it stands in a file with the pages on which sets are made. */
const EmptySet = lazy(loadEmptySet)

type Props = {
  certification: ExamOf
  questions: readonly Question[]
  caseStudies: readonly CaseStudy[]
  set: QuestionSet
  questionIds: readonly string[]
}

export function AttemptScreen({ certification, questions, caseStudies, set, questionIds }: Props) {
  const { exam, catalogue } = useTexts()
  const asked = useMemo(() => ({ certificationId: certification.id, set, questionIds }), [certification.id, set, questionIds])
  const opened = useAttempt(asked)
  const byId = useMemo(() => new Map(questions.map((question) => [question.id, question])), [questions])
  const [openDialog, setOpenDialog] = useState<'finish' | 'keys' | null>(null)
  const [keysAreOn, setKeysOn] = useShortcutsSetting()
  // Finishing and restarting replace the whole screen; the focus goes where reading goes on.
  const [focusOn, setFocusOn] = useState<'results' | 'question' | null>(null)

  // The close of one dialog may be told after the next has been opened.
  const close = (dialog: 'finish' | 'keys') => setOpenDialog((open) => (open === dialog ? null : open))

  // What a server sends, and what shows until the journal has been read: the first question, not to be used yet.
  const run = opened?.state.attempt ?? start(certification.id, set, questionIds, 0)
  const act = (move: Move) => opened?.controller.move(move)
  const questionAt = (position: number) => byId.get(run.questionIds[position] ?? '')
  const question = questionAt(run.current)
  const isPartly = (position: number) => {
    const one = questionAt(position)
    return one !== undefined && isPartial(run.answers[one.id], one)
  }
  useAskedNumber(opened !== undefined, (number) => act({ type: 'go', at: Date.now(), position: number - 1 }))

  const notices = opened && hasNews(opened) && (
    <Suspense fallback={null}>
      <RunNotices opened={opened} questions={questions} />
    </Suspense>
  )
  if (opened && run.questionIds.length === 0) {
    return (
      <Suspense fallback={null}>
        <EmptySet certificationId={certification.id} set={set} notices={notices} />
      </Suspense>
    )
  }
  if (opened && hasFinished(run)) {
    const attemptId = idInAccount(opened)
    return (
      <ResultsScreen
        certification={certification}
        questions={questions}
        caseStudies={caseStudies}
        run={run}
        takesFocus={focusOn === 'results'}
        notice={notices}
        actions={
          <>
            <Link className="button" to={`/exam/${certification.id}/simulation`}>
              {catalogue.startSimulation}
            </Link>
            {attemptId && <ShareLink attemptId={attemptId} />}
          </>
        }
        onRestart={() => {
          setFocusOn('question')
          opened.controller.restart(isStartedSet(set) ? run.questionIds.filter((one) => byId.has(one)) : questionIds, Date.now())
        }}
      />
    )
  }
  return (
    <>
      <SkipLink />
      <AttemptHeader
        certificationId={certification.id}
        back={exam.back(certification.id.toUpperCase())}
        title={
          <>
            {exam.title(certification.name)}
            <SetName set={set} skillAreas={certification.skillAreas} />
          </>
        }
        finish={exam.finish}
        isOpen={opened !== undefined}
        onShowKeys={() => setOpenDialog('keys')}
        onFinish={() => setOpenDialog('finish')}
      >
        <SavedSign state={opened?.state} />
      </AttemptHeader>
      <noscript>
        <p className="notice needs-script">{exam.needsScript}</p>
      </noscript>
      <main className="exam" id="main" tabIndex={-1} inert={!opened}>
        {notices}
        <Pager run={run} isPartly={isPartly} onGo={(position) => act({ type: 'go', at: Date.now(), position })} />
        {question ? (
          <QuestionCard
            question={question}
            caseStudy={caseStudies.find(({ id }) => id === question.caseStudyId)}
            run={run}
            focusAsked={focusOn === 'question' ? 1 : 0}
            keysAreOn={keysAreOn && opened !== undefined}
            onMove={act}
            onShowKeys={() => setOpenDialog('keys')}
          />
        ) : (
          <RemovedQuestion
            run={run}
            keysAreOn={keysAreOn && opened !== undefined}
            onMove={(move) => {
              setFocusOn('question')
              act(move)
            }}
            onShowKeys={() => setOpenDialog('keys')}
          />
        )}
      </main>
      <FinishDialog
        title={exam.finishTitle}
        finish={exam.finish}
        isOpen={openDialog === 'finish'}
        onClose={() => close('finish')}
        onFinish={() => {
          setOpenDialog(null)
          setFocusOn('results')
          act({ type: 'finish', at: Date.now() })
          window.scrollTo(0, 0)
        }}
      >
        <Unanswered
          blank={numbersOf(blankPositions(run).filter((position) => questionAt(position)))}
          partly={numbersOf(run.questionIds.map((_, position) => position).filter(isPartly))}
        />
      </FinishDialog>
      <KeyboardShortcutsDialog isOpen={openDialog === 'keys'} onClose={() => close('keys')} isOn={keysAreOn} onSwitch={setKeysOn} />
    </>
  )
}

function hasNews({ state, owner }: OpenAttempt): boolean {
  return owner !== null || state.problem !== null || state.elsewhere !== null || state.conflicts.length > 0
}

function numbersOf(positions: number[]): number[] {
  return positions.map((position) => position + 1)
}

/** Follows an address that ends in `#question-40`, as the pager's links do in a new tab, once the run is open. */
function useAskedNumber(isOpen: boolean, onAsked: (number: number) => void) {
  const latest = useRef(onAsked)
  useEffect(() => {
    latest.current = onAsked
  })
  useEffect(() => {
    const asked = /^#question-(\d+)$/.exec(window.location.hash)
    if (!isOpen || !asked) return
    latest.current(Number(asked[1]))
    // Asked for once: after a reload one is where one was.
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  }, [isOpen])
}

function SetName({ set, skillAreas }: { set: QuestionSet; skillAreas: readonly AreaOf[] }) {
  const { exam } = useTexts()
  const area = areaOfSet(set, skillAreas)
  if (area) return <span className="small"> {exam.areaSet(area.name)}</span>
  const name = exam.setNames[set]
  return name ? <span className="small"> {name}</span> : null
}

/** Under which the account has all of the run; `undefined` while it has not, and without an account. */
function idInAccount({ owner, state }: OpenAttempt): string | undefined {
  return owner !== null && state.isSent ? state.id : undefined
}

/** The questions, by their numbers, without an answer and with one that lacks something. */
function Unanswered({ blank, partly }: { blank: number[]; partly: number[] }) {
  const { exam } = useTexts()
  return (
    <>
      {blank.length === 0 && partly.length === 0 && <p>{exam.finishComplete}</p>}
      {blank.length > 0 && <p>{exam.finishBlank(blank)}</p>}
      {partly.length > 0 && <p>{exam.finishPartial(partly)}</p>}
    </>
  )
}

function SavedSign({ state }: { state: ControlledAttempt | undefined }) {
  const { exam } = useTexts()
  const isOnline = useOnline()
  return (
    <p className="sign push" role="status">
      {!state && (
        <span className="sign late">
          <span className="spinner" /> {exam.opening}
        </span>
      )}
      {state?.saved === 'saving' && exam.saving}
      {state?.isSent && (
        <>
          <Icon name="check" /> {exam.savedInAccount}
        </>
      )}
      {state?.saved === 'saved' && !state.isSent && (
        <>
          <Icon name="check" /> {isOnline ? exam.saved : exam.savedOffline}
        </>
      )}
      {state?.problem && !state.isSent && (
        <>
          <Icon name="warning" /> {exam.unsavedTitle}
        </>
      )}
    </p>
  )
}
