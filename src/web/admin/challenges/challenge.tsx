/** `/admin/challenges/:challengeId?corrected=3`: one challenge with its reports, what was corrected, and the decision. */
import { Link, data, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { corrections } from '#exam/reports/challenge.ts'
import { printEditAddress, printHistoryAddress } from '#web/admin/bank/index.ts'
import { ChallengeCorrection } from '#web/admin/challenges/challenge-correction.tsx'
import { ChallengeDecision, type ChallengeProblem } from '#web/admin/challenges/challenge-decision.tsx'
import { ChallengeRecord } from '#web/admin/challenges/challenge-record.tsx'
import { ChallengeReports } from '#web/admin/challenges/challenge-reports.tsx'
import { Timestamp } from '#web/admin/timestamp.tsx'
import { servicesContext } from '#web/context.ts'
import { sentenceOf } from '#web/text/en/accounts.ts'
import { challengesAdmin as words } from '#web/text/en/admin/challenges.ts'
import { FactList, type Fact } from '#web/ui/figures/fact-list.tsx'
import { Message } from '#web/ui/message.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/challenge.ts'
import { listVersions } from '#server/bank/index.ts'
import {
  changeChallenge,
  findChallenge,
  listJoinedReports,
  type ChallengeChange,
  type ChallengeRefusal,
  type ListedChallenge,
} from '#server/challenges/index.ts'
import { readFreshness } from '#server/freshness/index.ts'
import { previewRescore, readRescore } from '#server/rescoring/index.ts'
import { listVersionStatistics } from '#server/statistics/index.ts'
import { getAdministrator } from '#web/accounts/index.server.ts'
import { RescoreProgress } from '#web/rescoring/index.ts'
import '#web/styles/editor.css'
import '#web/styles/freshness.css'

export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  await getAdministrator(context, request)
  const { db } = context.get(servicesContext)
  const challenge = await findChallenge(db, params.challengeId)
  if (!challenge) return data({ challenge: undefined }, { status: 404 })
  const versions = await listVersions(db, challenge.questionId)
  const corrected = challenge.currentVersion === undefined ? [] : versions.filter(({ version }) => version > challenge.reportedVersion)
  const asked = Number(url.searchParams.get('corrected'))
  const isUndecided = challenge.state === 'open' || challenge.state === 'under_review'
  const chosen = corrected.find(({ version }) => version === (challenge.correctedVersion ?? asked)) ?? corrected[0]
  return data({
    challenge,
    reports: await listJoinedReports(db, challenge.id),
    freshness: (await readFreshness(db, [challenge.questionId]))[0],
    // The reported version and later versions, because each version has its own answers.
    statistics: (await listVersionStatistics(db, challenge.questionId)).filter(({ version }) => version >= challenge.reportedVersion),
    correctedVersions: corrected.map(({ version }) => version),
    chosen,
    reported: versions.find(({ version }) => version === challenge.reportedVersion),
    preview: isUndecided && chosen ? await previewRescore(db, challenge.questionId, undefined, chosen.version) : undefined,
    rescore: challenge.state === 'confirmed' ? await readRescore(db, challenge.id) : undefined,
    done: url.searchParams.get('done'),
  })
}

const statuses: Partial<Record<ChallengeRefusal, number>> = { NOT_AN_ADMINISTRATOR: 403, UNKNOWN_CHALLENGE: 404, CHALLENGE_CHANGED: 409 }

export async function action({ request, context, params }: Route.ActionArgs) {
  const administrator = await getAdministrator(context, request)
  const form = await request.formData().catch(() => new FormData())
  const publicReason = readFormText(form, 'publicReason')
  const refused = (problem: ChallengeProblem, status: number) => data({ problem, publicReason }, { status })
  const change = parseChange(form, publicReason)
  if (!change) return refused({ refusal: 'FIELD_UNREADABLE' }, 400)
  const version = Number(readFormText(form, 'version'))
  const actor = { actorId: administrator.id, id: params.challengeId, version }
  const result = await changeChallenge(context.get(servicesContext), actor, change, new Date())
  if (!result.ok) return refused(result, statuses[result.refusal] ?? 400)
  return redirect(`/admin/challenges/${params.challengeId}?done=${change.kind}`)
}

/** By default, React Router does not reload after a refusal, so the form would keep sending the outdated version. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionStatus !== undefined || defaultShouldRevalidate
}

/** A trimmed text of the form, with `\n` as line breaks and without characters that the database rejects. */
function readFormText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.replaceAll('\0', '').replaceAll(/\r\n?/g, '\n').trim() : ''
}

/** `undefined` for a form that no page of this site sends. */
function parseChange(form: FormData, publicReason: string): ChallengeChange | undefined {
  const kind = readFormText(form, 'intent')
  switch (kind) {
    case 'claimed':
    case 'released':
    case 'reopened':
      return { kind }
    case 'rejected':
      return { kind, publicReason }
    case 'confirmed': {
      const correction = corrections.find((correction) => correction === readFormText(form, 'correction'))
      const corrected = Number(readFormText(form, 'correctedVersion'))
      return correction && { kind, publicReason, correction, correctedVersion: Number.isInteger(corrected) ? corrected : null }
    }
    default:
      return undefined
  }
}

export function meta() {
  return [{ title: `${words.title}, Praxam` }]
}

export default function ChallengePage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.challenge) {
    return (
      <Message title={words.title} actions={<Link to="/admin/challenges">{words.back}</Link>}>
        {words.unknown}
      </Message>
    )
  }
  const { challenge, reports, freshness, statistics, correctedVersions, chosen, reported, preview, rescore, done } = loaderData
  const sentence = actionData ? undefined : sentenceOf(words.done, done)
  return (
    <>
      <p>
        <Link className="link-alone" to="/admin/challenges">
          {words.back}
        </Link>
      </p>
      <div className="title">
        <h1>{challenge.question ?? words.removed}</h1>
      </div>
      <div className="flow">
        {sentence && <Notice verdict="right">{sentence}</Notice>}
        <ChallengeFacts challenge={challenge} />
        {rescore && <RescoreProgress progress={rescore} />}
      </div>
      <ChallengeReports reports={reports} total={challenge.reportCount} />
      <ChallengeRecord freshness={freshness} statistics={statistics} />
      <ChallengeCorrection challenge={challenge} versions={correctedVersions} chosen={chosen} reported={reported} />
      <ChallengeDecision
        key={challenge.version}
        challenge={challenge}
        correctedVersion={chosen?.version}
        preview={preview}
        problem={actionData?.problem}
        typed={actionData?.publicReason ?? ''}
      />
    </>
  )
}

function ChallengeFacts({ challenge }: { challenge: ListedChallenge }) {
  const { id, state, changedBy, changedAt, certificationId, questionId, question, isPublished, publicReason } = challenge
  const isDecided = state === 'confirmed' || state === 'rejected'
  const facts: Fact[] = [
    [words.stateName, words.stateBy(state, changedBy)],
    [words.since, <Timestamp key="since" at={changedAt} />],
    [
      words.examName,
      <Link key="exam" className="link-alone" to={`/certifications/${certificationId}/changes`}>
        {`${certificationId.toUpperCase()}: ${words.changeLog}`}
      </Link>,
    ],
    ...(question === undefined
      ? []
      : [
          [
            words.questionName,
            <span key="question" className="row">
              <Link className="link-alone" to={printEditAddress(certificationId, questionId, id)}>
                {words.edit}
              </Link>
              <Link className="link-alone" to={printHistoryAddress(certificationId, questionId, id)}>
                {words.history}
              </Link>
              {!isPublished && `(${words.isDraft})`}
            </span>,
          ] as const,
        ]),
    ...(challenge.correction ? [[words.correctionTitle, words.corrections[challenge.correction]] as const] : []),
  ]
  return (
    <>
      <FactList facts={facts} label={words.facts} />
      {publicReason !== null && (
        <>
          <h2>{isDecided ? words.publicReason : words.earlierReason}</h2>
          <p className="written">{publicReason}</p>
        </>
      )}
    </>
  )
}
