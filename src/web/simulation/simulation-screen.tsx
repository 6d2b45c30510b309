/** A simulation in progress: the attempt screen with a timer, without answer keys, explanations, or help. */
import { useCallback, useMemo, useState } from 'react'
import type { Question } from '#exam/question.ts'
import { lookUpQuestions } from '#exam/question-status.ts'
import { hasFinished, type Attempt } from '#exam/attempt.ts'
import type { Move } from '#exam/moves.ts'
import { findSection, isClosed } from '#exam/series.ts'
import { unsealForScreen } from '#exam/planning/simulation.ts'
import type { TimedSheet } from '#web/simulation/simulation-requests.ts'
import { questionNumbers } from '#web/simulation/question-numbers.ts'
import { QuestionOverview } from '#web/simulation/question-overview.tsx'
import { SubmittingScreen, refusalText } from '#web/simulation/submitting-screen.tsx'
import { BreakScreen, secondsLeft } from '#web/simulation/break-screen.tsx'
import { DocumentationButton } from '#web/simulation/documentation-button.tsx'
import { SectionBar } from '#web/simulation/section-bar.tsx'
import { SeriesBar } from '#web/simulation/series-bar.tsx'
import { TimeLeft } from '#web/simulation/time-left.tsx'
import { useSimulationAttempt, type SimulationAttempt } from '#web/simulation/use-simulation-attempt.ts'
import type { OpenSimulation } from '#web/simulation/simulation-state.ts'
import { examRules } from '#text/exam-rules.ts'
import { saving } from '#text/saving.ts'
import { simulation as words } from '#text/simulation.ts'
import { skillAreas } from '#text/skill-areas.ts'
import { useOnline } from '#web/ui/use-online.ts'
import { AttemptScreen, fetchTranslations } from '#web/practice/index.ts'

type Props = {
  simulation: OpenSimulation
  breakMinutes: number
  /** Started just now: the first question takes the focus. */
  isNew: boolean
  /** Called when the server has graded the simulation. `late`: numbers, from 1, of questions whose answers arrived too late. */
  onGraded: (graded: TimedSheet, late: number[]) => void
  onGone: () => void
}

export function SimulationScreen({ simulation, breakMinutes, isNew, onGraded, onGone }: Props) {
  const { sheet } = simulation
  const { certification } = sheet
  const opened = useSimulationAttempt(simulation, onGone)
  const isOnline = useOnline()
  const questions = useMemo(
    () => lookUpQuestions(sheet.finished ? sheet.questions : sheet.questions.map((question): Question => unsealForScreen(question))),
    [sheet],
  )
  const { journal, secret } = simulation
  const requestTranslations = useCallback(() => fetchTranslations(journal.owner, sheet.id, secret), [journal.owner, sheet.id, secret])
  const attempt = opened?.state.attempt ?? sheet.attempt
  const [beforeFinish, setBeforeFinish] = useState<() => void>()
  const setCounting = useCallback((next: (() => void) | undefined) => setBeforeFinish(() => next), [])
  const submit = () => {
    beforeFinish?.()
    opened?.controller.move({ type: 'finish', at: Date.now() })
    window.scrollTo(0, 0)
  }
  const submitIfOver = async () => {
    if (await opened?.askIfOver()) submit()
  }

  const [leaving, setLeaving] = useState<Move>()
  const [openedAt] = useState(() => Date.now())
  const [endedBreak, setEndedBreak] = useState<number>()
  const move = (next: Move) => {
    const target = next.type === 'go' ? findSection(attempt, attempt.questionIds[next.position] ?? '') : -1
    const leaves = target > findSection(attempt, attempt.questionIds[attempt.current] ?? '')
    if (leaves) setLeaving(next)
    else opened?.controller.move(next)
  }

  if (opened && hasFinished(attempt)) return <SubmittingScreen simulation={simulation} opened={opened} onGraded={onGraded} />
  const timer = opened && <TimeLeft deadlineAt={sheet.deadlineAt} startedAt={attempt.startedAt} time={opened.time} onOver={submitIfOver} />
  const { breakAt } = attempt
  if (breakAt !== undefined && breakAt !== endedBreak && secondsLeft(breakAt, breakMinutes, openedAt) > 0)
    return <BreakScreen breakAt={breakAt} minutes={breakMinutes} timer={timer} onEnd={() => setEndedBreak(breakAt)} />
  return (
    <AttemptScreen
      mode={{
        type: 'simulation',
        timer,
        Overview: QuestionOverview,
        SeriesBar,
        requestTranslations,
      }}
      labels={{
        title: words.title(certification.name),
        back: words.back(certification.id.toUpperCase()),
        finish: words.review,
        confirmTitle: words.reviewTitle,
        confirm: words.submit,
        areaNames: skillAreas.names,
      }}
      attempt={attempt}
      questions={questions}
      getCaseStudy={(id) => sheet.caseStudies.find((one) => one.id === id)}
      isOpen={opened?.isOpen ?? false}
      takesFocus={isNew}
      saveStatus={
        opened &&
        (opened.state.isSent
          ? { icon: 'check', text: words.saved }
          : isOnline && !opened.refusal && !opened.isUnreachable
            ? { text: words.saving }
            : { icon: 'warning', text: words.waiting })
      }
      notices={
        opened && (
          <>
            <SendingNotice opened={opened} attempt={attempt} />
            <SleepNotice opened={opened} deadlineAt={sheet.deadlineAt} />
            <SectionBar
              attempt={attempt}
              breakMinutes={breakMinutes}
              leaving={leaving}
              onLeave={setLeaving}
              onMove={(next) => opened.controller.move(next)}
            >
              {attempt.hasDocumentation && (
                <DocumentationButton attempt={attempt} onMove={(next) => opened.controller.move(next)} onCounting={setCounting} />
              )}
            </SectionBar>
          </>
        )
      }
      onMove={move}
      onFinish={submit}
    />
  )
}

/** The notice after the device has slept. */
function SleepNotice({ opened: { pause, time, dismissPause }, deadlineAt }: { opened: SimulationAttempt; deadlineAt: number }) {
  if (!pause) return null
  return (
    <aside className="notice" role="alert">
      <p>{words.asleep(pause.ms, deadlineAt - pause.wokeAt, time.isEstimate === true)}</p>
      <button className="button" type="button" onClick={dismissPause}>
        {words.closeNotice}
      </button>
    </aside>
  )
}

function SendingNotice({ opened, attempt }: { opened: SimulationAttempt; attempt: Attempt }) {
  const { state, controller, refusal, isUnreachable, unsent } = opened
  const isOnline = useOnline()
  const warning = refusal
    ? { title: words.waiting, text: refusalText(refusal) }
    : !isOnline
      ? { title: words.offlineTitle, text: words.offline(questionNumbers(attempt, unsent)) }
      : isUnreachable
        ? { title: words.notReceivedTitle, text: words.notReceived(questionNumbers(attempt, unsent)) }
        : state.problem && { title: words.notSavedTitle, text: words.notSaved[state.problem] }
  if (warning) {
    return (
      <aside className="notice" data-verdict="wrong" role="alert">
        <p>
          <b>{warning.title}.</b> {warning.text}
        </p>
      </aside>
    )
  }
  const closed = state.conflicts.filter((id) => isClosed(attempt, id))
  const others = state.conflicts.filter((id) => !isClosed(attempt, id))
  if (state.conflicts.length > 0) {
    return (
      <aside className="notice" role="alert">
        {closed.length > 0 && <p>{examRules.closedAnswers(questionNumbers(attempt, closed))}</p>}
        {others.length > 0 && <p>{saving.conflict(questionNumbers(attempt, others), false)}</p>}
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
