/** The forms of a challenge: who reviews it, and the decision with its public reason. */
import { useState } from 'react'
import { Form } from 'react-router'
import { corrections, type Correction } from '#exam/reports/challenge.ts'
import { challengesAdmin as words } from '#web/text/en/admin/challenges.ts'
import { instant } from '#web/text/en/figures/dates.ts'
import { Field, FieldGroup } from '#web/ui/forms/field.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RescorePreview } from '#web/rescoring/index.ts'
import type { RescorePreviewData } from '#server/rescoring/index.ts'
import type { ChallengeRefusal, LatestChallengeChange, ListedChallenge } from '#server/challenges/index.ts'

export type ChallengeProblem = { refusal: ChallengeRefusal | 'FIELD_UNREADABLE'; latest?: LatestChallengeChange }

type Props = {
  challenge: ListedChallenge
  /** The version with the correction; `undefined` if the question was not changed since the report, or was deleted. */
  correctedVersion: number | undefined
  /** What the corrected answer key would change. */
  preview: RescorePreviewData | undefined
  problem: ChallengeProblem | undefined
  /** The public reason that was refused. */
  typed: string
}

export function ChallengeDecision(props: Props) {
  const { challenge, problem, typed } = props
  const { state, version } = challenge
  const isUndecided = state === 'open' || state === 'under_review'
  if (state === 'confirmed' && !problem) return null
  return (
    <section className="apart flow edit-form" aria-labelledby="decide">
      <h2 id="decide">{words.decide}</h2>
      {problem && !isReasonProblem(problem) && <Notice verdict="wrong">{sentenceAbout(problem)}</Notice>}
      {!isUndecided && typed && (
        <Field label={words.yourText}>{(control) => <textarea {...control} rows={4} readOnly defaultValue={typed} />}</Field>
      )}
      {state !== 'confirmed' && (
        <Form className="row" method="post">
          <input type="hidden" name="version" value={version} />
          {isUndecided ? (
            <>
              <SubmitButton label={state === 'open' ? words.claim : words.takeOver} busy={words.busy} name="intent" value="claimed" />
              {state === 'under_review' && <SubmitButton label={words.release} busy={words.busy} name="intent" value="released" />}
            </>
          ) : (
            <SubmitButton label={words.reopen} busy={words.busy} name="intent" value="reopened" />
          )}
        </Form>
      )}
      {isUndecided && <DecisionForm {...props} />}
    </section>
  )
}

function DecisionForm({ challenge, correctedVersion, preview, problem, typed }: Props) {
  const possible = corrections.filter((correction) => isPossible(correction, challenge, correctedVersion))
  const [chosen, choose] = useState<Correction>()
  const correction = chosen && possible.includes(chosen) ? chosen : possible[0]
  return (
    <Form className="flow measure" method="post">
      <input type="hidden" name="version" value={challenge.version} />
      <input type="hidden" name="correctedVersion" value={correctedVersion ?? ''} />
      <Field
        label={words.publicReason}
        hint={words.publicReasonHint}
        problem={problem && isReasonProblem(problem) ? words.problems[problem.refusal] : undefined}
      >
        {(control) => <textarea {...control} name="publicReason" rows={5} defaultValue={typed || (challenge.publicReason ?? '')} />}
      </Field>
      {possible.length > 0 && (
        <FieldGroup label={words.correction}>
          {possible.map((one) => (
            <label key={one} className="check">
              <input type="radio" name="correction" value={one} checked={one === correction} onChange={() => choose(one)} />{' '}
              <span>{words.corrections[one]}</span>
            </label>
          ))}
        </FieldGroup>
      )}
      {correction === 'answer_key' && preview && <RescorePreview preview={preview} />}
      <p className="row">
        {possible.length > 0 && (
          <SubmitButton
            label={correction === 'answer_key' ? words.confirmAndRescore : words.confirm}
            busy={words.busy}
            kind="primary"
            name="intent"
            value="confirmed"
          />
        )}
        <SubmitButton label={words.reject} busy={words.busy} name="intent" value="rejected" />
      </p>
    </Form>
  )
}

/** For `removed`, the question must not be published. Any other correction needs a corrected version. */
function isPossible(correction: Correction, { isPublished }: ListedChallenge, correctedVersion: number | undefined): boolean {
  return correction === 'removed' ? !isPublished : correctedVersion !== undefined
}

function isReasonProblem({ refusal }: ChallengeProblem): boolean {
  return refusal === 'REASON_SHORT' || refusal === 'REASON_LONG' || refusal === 'REASON_REAL_EXAM'
}

function sentenceAbout({ refusal, latest }: ChallengeProblem): string {
  if (!latest) return words.problems[refusal]
  return words.changed(latest.state, latest.by, instant(latest.at))
}
