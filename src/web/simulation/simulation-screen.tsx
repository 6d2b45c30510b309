/** A simulation in progress: the attempt screen with a timer, without answer keys, explanations and help. */
import { useMemo } from 'react'
import type { Question } from '#exam/question.ts'
import { lookUpQuestions } from '#exam/question-status.ts'
import { hasFinished, type Attempt } from '#exam/attempt.ts'
import { unsealForScreen } from '#exam/planning/simulation.ts'
import type { TimedSheet } from '#web/simulation/simulation-requests.ts'
import { questionNumbers } from '#web/simulation/question-numbers.ts'
import { QuestionOverview } from '#web/simulation/question-overview.tsx'
import { SubmittingScreen, refusalText } from '#web/simulation/submitting-screen.tsx'
import { TimeLeft } from '#web/simulation/time-left.tsx'
import { useSimulationAttempt, type SimulationAttempt } from '#web/simulation/use-simulation-attempt.ts'
import type { OpenSimulation } from '#web/simulation/simulation-state.ts'
import { saving } from '#web/text/en/saving.ts'
import { simulation as words } from '#web/text/en/simulation.ts'
import { useOnline } from '#web/ui/use-online.ts'
import { AttemptScreen } from '#web/practice/index.ts'

type Props = {
  simulation: OpenSimulation
  /** Started just now: the first question takes the focus. */
  isNew: boolean
  /** The server has graded it. `late`: numbers, from 1, of answers that arrived too late to be graded. */
  onGraded: (graded: TimedSheet, late: number[]) => void
  onGone: () => void
}

export function SimulationScreen({ simulation, isNew, onGraded, onGone }: Props) {
  const { sheet } = simulation
  const { certification } = sheet
  const opened = useSimulationAttempt(simulation, onGone)
  const isOnline = useOnline()
  const questions = useMemo(
    () => lookUpQuestions(sheet.finished ? sheet.questions : sheet.questions.map((question): Question => unsealForScreen(question))),
    [sheet],
  )
  const attempt = opened?.state.attempt ?? sheet.attempt
  const submit = () => {
    opened?.controller.move({ type: 'finish', at: Date.now() })
    window.scrollTo(0, 0)
  }
  const submitIfOver = async () => {
    if (await opened?.askIfOver()) submit()
  }

  if (opened && hasFinished(attempt)) return <SubmittingScreen simulation={simulation} opened={opened} onGraded={onGraded} />
  return (
    <AttemptScreen
      mode={{
        type: 'simulation',
        timer: opened && <TimeLeft deadlineAt={sheet.deadlineAt} startedAt={attempt.startedAt} time={opened.time} onOver={submitIfOver} />,
        Overview: QuestionOverview,
      }}
      labels={{
        title: words.title(certification.name),
        back: words.back(certification.id.toUpperCase()),
        finish: words.review,
        confirmTitle: words.reviewTitle,
        confirm: words.submit,
      }}
      attempt={attempt}
      questions={questions}
      getCaseStudy={(id) => sheet.caseStudies.find((one) => one.id === id)}
      isOpen={opened !== undefined}
      takesFocus={isNew}
      saveStatus={
        opened &&
        (opened.state.isSent
          ? { icon: 'check', text: words.saved }
          : isOnline && !opened.refusal && !opened.isUnreachable
            ? { text: words.saving }
            : { icon: 'warning', text: words.waiting })
      }
      notices={opened && <SendingNotice opened={opened} attempt={attempt} />}
      onMove={(move) => opened?.controller.move(move)}
      onFinish={submit}
    />
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
  if (state.conflicts.length > 0) {
    return (
      <aside className="notice" role="alert">
        <p>{saving.conflict(questionNumbers(attempt, state.conflicts), false)}</p>
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
