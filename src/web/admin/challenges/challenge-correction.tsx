/** How the corrected version of a question differs from the reported one. */
import { Link } from 'react-router'
import { printEditAddress, VersionDifferences } from '#web/admin/bank/index.ts'
import { challengesAdmin as words } from '#web/text/en/admin/challenges.ts'
import type { QuestionVersion } from '#server/bank/index.ts'
import type { ListedChallenge } from '#server/challenges/index.ts'

type Props = {
  challenge: ListedChallenge
  /** The versions that can be chosen, newest first. */
  versions: readonly number[]
  chosen: QuestionVersion | undefined
  reported: QuestionVersion | undefined
}

export function ChallengeCorrection({ challenge, versions, chosen, reported }: Props) {
  const { id, state, certificationId, questionId, question, isPublished, currentVersion } = challenge
  const isUndecided = state === 'open' || state === 'under_review'
  if (state === 'rejected' || challenge.correction === 'removed') return null
  return (
    <section className="apart flow" aria-labelledby="correction">
      <h2 id="correction">{words.correctionTitle}</h2>
      {!chosen && isUndecided && <p className="measure">{isPublished ? words.notCorrected : words.draftInstead}</p>}
      {isUndecided && versions.length > 1 && (
        <nav className="row" aria-label={words.chooseVersion}>
          {versions.map((version) => (
            <Link
              key={version}
              className="button"
              to={`?corrected=${version}`}
              replace
              preventScrollReset
              aria-current={version === chosen?.version ? 'true' : undefined}
            >
              {words.version(version, version === currentVersion)}
            </Link>
          ))}
        </nav>
      )}
      {chosen &&
        (reported ? (
          <VersionDifferences
            sides={words.sides(reported.version, chosen.version)}
            versions={[reported.item, chosen.item]}
            same={words.same}
          />
        ) : (
          <p className="soft">{words.versionGone}</p>
        ))}
      {isUndecided && question !== undefined && (
        <p>
          <Link className="button" to={printEditAddress(certificationId, questionId, id)}>
            {words.edit}
          </Link>
        </p>
      )}
    </section>
  )
}
