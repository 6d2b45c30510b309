/** The results of a simulation: results as in practice, exam points, and notices about late answers. */
import { useCallback } from 'react'
import type { SimulationSheetResponse } from '#exam/contract.ts'
import { ExamPoints } from '#web/simulation/exam-points.tsx'
import { EarlierSimulations } from '#web/simulation/earlier-simulations.tsx'
import type { DeviceOwner } from '#web/sync/index.ts'
import { simulation as words } from '#text/simulation.ts'
import { useAuth } from '#web/accounts/index.ts'
import { Adoption, ResultsScreen, ShareLink, fetchTranslations } from '#web/practice/index.ts'

type Props = {
  sheet: Extract<SimulationSheetResponse, { finished: true }>
  /** Numbers, from 1, of the questions whose answers arrived too late. */
  late: readonly number[]
  takesFocus: boolean
  /** Who the simulation belongs to on this device. */
  owner: DeviceOwner
  /** The secret of a guest's simulation. */
  secret: string | undefined
  /** Whether the simulation belongs to a member, who can share it. A guest's simulation can be added to an account. */
  isMembers: boolean
  onAdopted: () => void
  onAgain: () => void
}

export function SimulationResults({ sheet, late, takesFocus, owner, secret, isMembers, onAdopted, onAgain }: Props) {
  const { state: auth } = useAuth()
  const { certification, questions, caseStudies, removedQuestionIds, attempt } = sheet
  // Not the request that the simulation in progress used, because its translations have no explanations.
  const requestTranslations = useCallback(() => fetchTranslations(owner, sheet.id, secret), [owner, sheet.id, secret])
  const tookMs = Math.max(0, (attempt.finishedAt ?? 0) - attempt.startedAt)
  const ranOut = (attempt.finishedAt ?? 0) >= sheet.deadlineAt
  return (
    <ResultsScreen
      certification={certification}
      questions={questions}
      caseStudies={caseStudies}
      removedIds={removedQuestionIds}
      attempt={attempt}
      requestTranslations={requestTranslations}
      deviceId={sheet.id}
      takesFocus={takesFocus}
      words={{ finishedOn: words.finishedOn, restart: words.again }}
      notice={
        <>
          {(ranOut || late.length > 0) && (
            <aside className="notice simulation-notice" role="status">
              <p>
                {ranOut && words.timeRanOut} {late.length > 0 && words.late(late)}
              </p>
            </aside>
          )}
          {!isMembers && <p className="small">{words.savedHere}</p>}
          {!isMembers && auth.status === 'signed-in' && (
            <Adoption memberId={auth.member.id} only={{ certificationId: certification.id, set: 'simulation' }} onAdopted={onAdopted} />
          )}
        </>
      }
      figures={
        <>
          <ExamPoints questions={questions} attempt={attempt} />
          {attempt.hasDocumentation && <p>{words.timeAway(Math.min(attempt.awayMs ?? 0, tookMs), tookMs)}</p>}
          <EarlierSimulations sheet={sheet} owner={owner} />
        </>
      }
      actions={isMembers && <ShareLink attemptId={sheet.id} />}
      onRestart={onAgain}
    />
  )
}
