/**
 * `/exam/:certificationId/simulation?results=`: the simulation of a certification. The page is the same for every visitor. The
 * browser finds the simulation in progress and loads its sheet.
 */
import { useCallback, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { familyMark, isApproximate } from '#exam/certification.ts'
import { listExamRules, seatMinutesOf } from '#exam/exam-rules.ts'
import { listSimulationLengths, parseQuestionCount } from '#exam/planning/simulation.ts'
import { getCertification } from '#web/http/get-certification.ts'
import { servicesContext } from '#web/context.ts'
import { QuestionsError } from '#web/layout/questions-error.tsx'
import { SitePage } from '#web/layout/site-page.tsx'
import { shareImagePath, pageMeta } from '#web/seo/page-meta.ts'
import { SimulationResults } from '#web/simulation/simulation-results.tsx'
import { SimulationScreen } from '#web/simulation/simulation-screen.tsx'
import { StartScreen } from '#web/simulation/start-screen.tsx'
import { useSimulation } from '#web/simulation/use-simulation.ts'
import '#web/styles/simulation.css'
import { saving } from '#text/saving.ts'
import { simulation as words } from '#text/simulation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Message } from '#web/ui/message.tsx'
import type { Route } from './+types/simulation.ts'
import { listMissingSections } from '#server/bank/index.ts'
import type { CatalogEntry } from '#server/catalogue/index.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, examRules } = context.get(servicesContext)
  const entry = await getCertification(db, params.certificationId, (id) => `/exam/${id}/simulation`)
  const { id, name, family, status, retiredOn, outlineOf, sources, bankSize, inFrench, durationMinutes } = entry
  const lengths = listSimulationLengths(entry, bankSize)
  const lengthNotes = lengthNotesOf(entry)
  const rules = listExamRules(examRules, entry.type)
  const missingSections = await listMissingSections(db, id)
  const seatMinutes = seatMinutesOf(examRules, entry.type, durationMinutes)
  const exam = { id, name, family, status, retiredOn, outlineOf, sources, inFrench, durationMinutes, seatMinutes }
  return { certification: { ...exam, bankSize, lengths, lengthNotes, missingSections }, rules }
}

/** Which notes to show about the full length of a simulation. */
function lengthNotesOf(entry: CatalogEntry): ('about' | 'unknown' | 'approximate' | 'bank')[] {
  const inExam = parseQuestionCount(entry.questionCount)
  if (inExam === undefined || entry.durationMinutes === null) return ['unknown']
  const isSmall = entry.bankSize < inExam
  if (isApproximate(entry, 'questionCount') || isApproximate(entry, 'durationMinutes'))
    return isSmall ? ['approximate', 'bank'] : ['approximate']
  if (isSmall) return ['bank']
  return /\d\D+\d/.test(entry.questionCount ?? '') ? ['about'] : []
}

export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  if (!loaderData) return []
  const { id, name, lengths } = loaderData.certification
  const [longest] = lengths
  return pageMeta({
    title: words.pageTitle(id.toUpperCase(), name),
    ...(longest && { description: words.pageDescription(id.toUpperCase(), longest.questions, longest.minutes) }),
    // Search engines treat this page as part of the certification page, like the practice page.
    path: `/certifications/${params.certificationId}`,
    matches,
    image: shareImagePath('certifications', id),
  })
}

/** Marks the address while results are shown, so that a reload shows them again. */
const resultsParameter = 'results'

export default function Simulation({ loaderData: { certification, rules } }: Route.ComponentProps) {
  const [parameters, setParameters] = useSearchParams()
  const { state, extraTime, search, applyAdoption, start, replaceSheet, close, isResumed, dismissResumed } = useSimulation(
    certification.id,
    parameters.has(resultsParameter),
  )
  const [isAgain, setAgain] = useState(false)
  const [graded, setGraded] = useState<{ id: string; late: readonly number[] }>()
  const mark = useCallback(
    (isResult: boolean) => setParameters(isResult ? { [resultsParameter]: '' } : {}, { replace: true, preventScrollReset: true }),
    [setParameters],
  )
  const searchAgain = useCallback(() => search(parameters.has(resultsParameter)), [search, parameters])

  const open = state.type === 'open' ? state.simulation : undefined
  if (open?.sheet.finished) {
    const { sheet } = open
    const isNow = graded?.id === sheet.id
    return (
      <div className="attempt-page" data-family={familyMark(certification.family)}>
        <SimulationResults
          sheet={sheet}
          late={isNow ? graded.late : []}
          takesFocus={isNow}
          owner={open.journal.owner}
          secret={open.secret}
          isMembers={open.secret === undefined}
          onAdopted={() => void applyAdoption()}
          onAgain={() => {
            mark(false)
            setAgain(true)
            close()
            window.scrollTo(0, 0)
          }}
        />
      </div>
    )
  }
  if (open) {
    return (
      <div className="attempt-page" data-family={familyMark(certification.family)}>
        <SimulationScreen
          key={open.sheet.id}
          simulation={open}
          breakMinutes={rules.find(({ rule }) => rule === 'break')?.minutes ?? 0}
          isNew={state.type === 'open' && state.isNew}
          onGraded={(sheet, late) => {
            setGraded({ id: open.sheet.id, late })
            replaceSheet(sheet)
            mark(true)
            window.scrollTo(0, 0)
          }}
          onGone={searchAgain}
        />
        <Dialog
          title={words.startedElsewhereTitle}
          isOpen={isResumed}
          onClose={dismissResumed}
          foot={
            <button className="button" data-kind="primary" type="button" data-first-focus onClick={dismissResumed}>
              {words.resume}
            </button>
          }
        >
          <p className="body">{words.startedElsewhere}</p>
        </Dialog>
      </div>
    )
  }
  if (state.type === 'unreachable') {
    return (
      <SitePage>
        <Message
          title={words.unreachableTitle}
          actions={
            <>
              <button className="button" data-kind="primary" type="button" onClick={searchAgain}>
                {words.tryAgain}
              </button>
              <Link className="button" to={`/certifications/${certification.id}`}>
                {certification.id.toUpperCase()}
              </Link>
            </>
          }
        >
          {words.unreachable(state.waiting)}
        </Message>
      </SitePage>
    )
  }
  if (state.type === 'left') {
    return (
      <SitePage>
        <Message
          title={saving.left[state.left].title}
          isAlert
          actions={
            <>
              {state.left === 'signedOut' && (
                <Link className="button" data-kind="primary" to={`/login?to=${encodeURIComponent(`/exam/${certification.id}/simulation`)}`}>
                  {saving.signIn}
                </Link>
              )}
              <button className="button" type="button" onClick={() => window.location.reload()}>
                {saving.reload}
              </button>
            </>
          }
        >
          {words.leftBehind[state.left]}
        </Message>
      </SitePage>
    )
  }
  return (
    <div ref={isAgain ? focusHeading : undefined} data-family={familyMark(certification.family)} className="simulation-start">
      <StartScreen
        certification={certification}
        rules={rules}
        isReady={state.type === 'none'}
        last={state.type === 'none' ? state.last : null}
        isUnread={state.type === 'none' && state.isUnread === true}
        grantedTime={extraTime}
        onBegin={start}
        onSeeLast={() => {
          mark(true)
          search(true)
        }}
      />
    </div>
  )
}

/** Moves the focus to the heading, because the focused button disappeared with the results. */
function focusHeading(start: HTMLElement | null): void {
  const heading = start?.querySelector('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus()
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <QuestionsError error={error}>{words.startFailed}</QuestionsError>
}
