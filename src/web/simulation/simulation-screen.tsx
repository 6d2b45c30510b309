/** A simulation under way: the exam screen without key, explanation and help, under a clock. */
import { useEffect, useMemo, useRef, useState } from 'react'
import { isPartial } from '#exam/question.ts'
import type { AnswerInput, Question } from '#exam/question.ts'
import { hasFinished } from '#exam/attempt.ts'
import type { Attempt, Move } from '#exam/attempt.ts'
import { unsealForScreen } from '#exam/simulation.ts'
import { SitePage } from '#web/layout/site-page.tsx'
import { SkipLink } from '#web/layout/skip-link.tsx'
import { fetchSheet } from '#web/simulation/ask-server.ts'
import type { TimedSheet } from '#web/simulation/ask-server.ts'
import { OverviewDialog } from '#web/simulation/overview-dialog.tsx'
import { TimeLeft } from '#web/simulation/time-left.tsx'
import { useSimulationAttempt } from '#web/simulation/use-simulation-attempt.ts'
import type { SimulationAttempt } from '#web/simulation/use-simulation-attempt.ts'
import type { OpenSimulation } from '#web/simulation/use-simulation.ts'
import { saving } from '#web/text/en/saving.ts'
import { simulation as words } from '#web/text/en/simulation.ts'
import { useTexts } from '#web/text/texts.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useOnline } from '#web/ui/use-online.ts'
import { AttemptHeader, KeyboardShortcutsDialog, Pager, QuestionCard, RemovedQuestion, useShortcutsSetting } from '#web/practice/index.ts'

type Props = {
  simulation: OpenSimulation
  /** Begun just now: the first question takes the focus. */
  isNew: boolean
  /** The server has graded it. `late`: numbers, from 1, of answers that came too late for that. */
  onGraded: (graded: TimedSheet, late: number[]) => void
  onGone: () => void
}

export function SimulationScreen({ simulation, isNew, onGraded, onGone }: Props) {
  const { sheet } = simulation
  const opened = useSimulationAttempt(simulation, onGone)
  const questions = useMemo(
    () =>
      new Map((sheet.finished ? sheet.questions : sheet.questions.map(unsealForScreen)).map((one): [string, Question] => [one.id, one])),
    [sheet],
  )
  const [openDialog, setOpenDialog] = useState<'review' | 'keys' | null>(null)
  const [keysAreOn, setKeysOn] = useShortcutsSetting()
  const [focusAsked, setFocusAsked] = useState(isNew ? 1 : 0)
  const isGoing = useRef(false)
  // The close of one dialog may be told after the next has been opened.
  const close = (dialog: 'review' | 'keys') => setOpenDialog((open) => (open === dialog ? null : open))

  const run = opened?.state.attempt ?? sheet.attempt
  const { certification } = sheet
  const act = (move: Move) => opened?.controller.move(move)
  const go = (position: number) => act({ type: 'go', at: Date.now(), position })
  const submit = () => {
    setOpenDialog(null)
    act({ type: 'finish', at: Date.now() })
    window.scrollTo(0, 0)
  }
  const submitIfOver = async () => {
    if (await opened?.askIfOver()) submit()
  }
  const questionAt = (position: number) => questions.get(run.questionIds[position] ?? '')
  const question = questionAt(run.current)
  const isPartly = (position: number) => {
    const one = questionAt(position)
    return one !== undefined && isPartial(run.answers[one.id], one)
  }

  if (opened && hasFinished(run)) return <HandingIn simulation={simulation} opened={opened} onGraded={onGraded} />
  return (
    <>
      <SkipLink />
      <AttemptHeader
        certificationId={certification.id}
        back={words.back(certification.id.toUpperCase())}
        title={words.title(certification.name)}
        isTimed
        finish={words.review}
        isOpen={opened !== undefined}
        onShowKeys={() => setOpenDialog('keys')}
        onFinish={() => setOpenDialog('review')}
      >
        <SentSign opened={opened} />
        {opened && <TimeLeft deadlineAt={sheet.deadlineAt} startedAt={run.startedAt} time={opened.time} onOver={submitIfOver} />}
      </AttemptHeader>
      <main className="exam" id="main" tabIndex={-1} inert={!opened}>
        {opened && <SendingNotice opened={opened} run={run} />}
        <Pager run={run} isPartly={isPartly} onGo={go} />
        {question ? (
          <QuestionCard
            question={question}
            caseStudy={sheet.caseStudies.find((study) => study.id === question.caseStudyId)}
            run={run}
            isSealed
            focusAsked={opened ? focusAsked : 0}
            keysAreOn={keysAreOn && opened !== undefined}
            onMove={act}
            onShowKeys={() => setOpenDialog('keys')}
          />
        ) : (
          <RemovedQuestion run={run} keysAreOn={keysAreOn && opened !== undefined} onMove={act} onShowKeys={() => setOpenDialog('keys')} />
        )}
      </main>
      <OverviewDialog
        isOpen={openDialog === 'review'}
        run={run}
        isPartly={isPartly}
        onClose={() => {
          close('review')
          if (isGoing.current) setFocusAsked((before) => before + 1)
          isGoing.current = false
        }}
        onGo={(position) => {
          // Closed, the dialog gives the focus back to what opened it. Only then can the question take it.
          isGoing.current = true
          setOpenDialog(null)
          go(position)
        }}
        onSubmit={submit}
      />
      <KeyboardShortcutsDialog
        isOpen={openDialog === 'keys'}
        onClose={() => close('keys')}
        isOn={keysAreOn}
        onSwitch={setKeysOn}
        isSealed
      />
    </>
  )
}

function SentSign({ opened }: { opened: SimulationAttempt | undefined }) {
  const { exam } = useTexts()
  const isOnline = useOnline()
  const state = opened?.state
  return (
    <p className="sign push" role="status">
      {!state && (
        <span className="sign late">
          <span className="spinner" /> {exam.opening}
        </span>
      )}
      {state &&
        (state.isSent ? (
          <>
            <Icon name="check" /> {words.saved}
          </>
        ) : isOnline && !opened?.refusal ? (
          words.saving
        ) : (
          <>
            <Icon name="warning" /> {words.waiting}
          </>
        ))}
    </p>
  )
}

function SendingNotice({ opened: { state, controller, refusal, unsent }, run }: { opened: SimulationAttempt; run: Attempt }) {
  const isOnline = useOnline()
  const text = refusal
    ? { title: words.waiting, text: words.refused[refusal === 'signedOut' || refusal === 'missing' ? refusal : 'other'] }
    : !isOnline
      ? { title: words.offlineTitle, text: words.offline(numbersOf(run, unsent)) }
      : state.problem
        ? { title: words.unkeptTitle, text: words.unkept[state.problem] }
        : undefined
  if (text) {
    return (
      <aside className="notice" data-verdict="wrong" role="alert">
        <p>
          <b>{text.title}.</b> {text.text}
        </p>
      </aside>
    )
  }
  if (state.conflicts.length > 0) {
    return (
      <aside className="notice" role="alert">
        <p>{saving.conflict(numbersOf(run, state.conflicts), false)}</p>
        <button className="button" type="button" onClick={() => controller.dismissConflicts()}>
          {saving.conflictRead}
        </button>
      </aside>
    )
  }
  if (!state.elsewhere) return null
  return (
    <aside className="notice" role="status">
      <p>{saving.elsewhere[state.elsewhere]}</p>
    </aside>
  )
}

/** Between the last move and the results. Asks until the server has graded what it has got. */
function HandingIn({
  simulation: { sheet, secret, journal },
  opened,
  onGraded,
}: {
  simulation: OpenSimulation
  opened: SimulationAttempt
  onGraded: Props['onGraded']
}) {
  const { state, unsent, refusal } = opened
  const { owner } = journal
  const isOnline = useOnline()
  const latest = useRef({ state, onGraded })
  useEffect(() => {
    latest.current = { state, onGraded }
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    let tries = 0
    const ask = async () => {
      const graded = await fetchSheet(owner, sheet.id, secret).catch(() => undefined)
      if (isGone) return
      if (graded?.sheet.finished) return latest.current.onGraded(graded, lateNumbers(latest.current.state, graded.sheet.attempt))
      tries += 1
      timer = setTimeout(() => void ask(), Math.min(tries, triesMax) * askAgainMs)
    }
    // The last moves have to be sent first.
    timer = setTimeout(() => void ask(), askAgainMs)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [owner, sheet.id, secret])
  const ranOut = (state.attempt.finishedAt ?? 0) >= sheet.deadlineAt - 1000
  return (
    <SitePage>
      <section className="message" role="status">
        <h1>{ranOut ? words.overTitle : words.submittingTitle}</h1>
        {refusal ? (
          <p>{words.refused[refusal === 'signedOut' || refusal === 'missing' ? refusal : 'other']}</p>
        ) : isOnline ? (
          <p className="sign">
            <span className="spinner" /> {words.submitting}
          </p>
        ) : (
          <p>{words.submitOffline(numbersOf(state.attempt, unsent))}</p>
        )}
      </section>
    </SitePage>
  )
}

const askAgainMs = 800
const triesMax = 5

/** Answers that were given here and that the server did not grade, by their numbers. */
function lateNumbers({ attempt: run, conflicts }: { attempt: Attempt; conflicts: readonly string[] }, graded: Attempt): number[] {
  const isSame = (one: AnswerInput = [], other: AnswerInput = []) => one.join() === other.join()
  const late = run.questionIds.filter((id) => !isSame(run.answers[id], graded.answers[id]) || conflicts.includes(id))
  return numbersOf(run, late)
}

/** Numbers, from 1, in the order of the run. */
function numbersOf({ questionIds }: Attempt, ids: readonly string[]): number[] {
  return questionIds.flatMap((id, position) => (ids.includes(id) ? [position + 1] : []))
}
