/**
 * Shows in the editor what is known about the quality of a question. Each product area adds its line to `Lines`, and its concerns about
 * publishing the question to `listConcerns`.
 */
import { useId } from 'react'
import type { QuestionState } from '#exam/question.ts'
import type { QuestionQuality } from '#web/admin/bank/api/question-quality.ts'
import { ConfirmDialog } from '#web/admin/confirm-dialog.tsx'
import { CheckQuestion } from '#web/admin/bank/editor/check-question.tsx'
import { QualityLine } from '#web/admin/bank/editor/quality-line.tsx'
import { listFlagSentences, StatisticsOfVersion } from '#web/admin/bank/editor/version-statistics.tsx'
import { Translation } from '#web/admin/bank/editor/translation.tsx'
import type { LoadedResource } from '#web/admin/use-api-load.ts'
import { failureSentence } from '#web/text/en/admin/question-editor.ts'
import { freshnessAdmin } from '#web/text/en/admin/freshness.ts'
import { questionQuality } from '#web/text/en/admin/question-quality.ts'
import { day } from '#web/text/en/figures/dates.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { VersionStatistics } from '#server/statistics/index.ts'

type Props = { stored: { id: string; state: QuestionState; version: number }; quality: LoadedResource<QuestionQuality> }

export function Quality({ stored, quality: { result, reload } }: Props) {
  const titleId = useId()
  return (
    <section className="editor-quality flow" aria-labelledby={titleId}>
      <h3 id={titleId}>{questionQuality.title}</h3>
      {!result && (
        <p className="row delayed" role="status">
          <span className="spinner" /> {questionQuality.opening}
        </p>
      )}
      {result && !result.ok && (
        <>
          <Notice verdict="wrong">{failureSentence(result)}</Notice>
          <button className="button" type="button" onClick={reload}>
            {questionQuality.tryAgain}
          </button>
        </>
      )}
      {result?.ok && (
        <>
          <Lines stored={stored} quality={result.value} />
          <Statistics versions={result.value.statistics} />
          {result.value.translation && <Translation item={result.value.translation} />}
          {result.value.canCheck && <CheckQuestion questionId={stored.id} version={stored.version} />}
        </>
      )}
    </section>
  )
}

function Lines({ stored, quality }: { stored: Props['stored']; quality: QuestionQuality }) {
  const { answered, correct } = quality.counts
  const { freshness } = quality
  return (
    <dl>
      <QualityLine label={questionQuality.state}>{questionQuality.stateOf(stored.state, stored.version)}</QualityLine>
      <QualityLine label={questionQuality.counts}>{questionQuality.countsOf(answered, correct)}</QualityLine>
      {freshness && (
        <QualityLine label={freshnessAdmin.quality}>
          {freshnessAdmin.qualityOf(freshness.state, freshness.reason, day(freshness.since))}
        </QualityLine>
      )}
      <QualityLine label={questionQuality.challenge}>
        {quality.challenge ? (
          <a className="link-alone" href={`/admin/challenges/${quality.challenge.id}`} target="_blank" rel="noopener">
            {questionQuality.challengeOf(quality.challenge)}
          </a>
        ) : (
          questionQuality.noChallenge
        )}
      </QualityLine>
    </dl>
  )
}

/** The statistics of the current version, and those of earlier versions in a disclosure. */
function Statistics({ versions: [current, ...earlier] }: { versions: readonly VersionStatistics[] }) {
  return (
    <>
      {current && <StatisticsOfVersion version={current} />}
      {earlier.length > 0 && (
        <details className="editor-look">
          <summary>{questionQuality.earlier(earlier.length)}</summary>
          {earlier.map((version) => (
            <StatisticsOfVersion key={version.version} version={version} />
          ))}
        </details>
      )}
      <details className="editor-look">
        <summary>{questionQuality.rule.title}</summary>
        <ul>
          {questionQuality.rule.sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </details>
    </>
  )
}

/** Reasons not to publish the question as it is, in sentences. If there are any, publishing needs a confirmation. */
export function listConcerns({ statistics: versions, challenge, freshness }: QuestionQuality): string[] {
  // A draft has no answers to its current version, so the latest version with statistics is used.
  const judged = versions.find(({ statistics }) => statistics)
  const flags = judged?.statistics
    ? listFlagSentences(judged.statistics).map((flag) => questionQuality.ofVersion(judged.version, flag))
    : []
  return [
    ...(freshness?.reason ? [freshnessAdmin.concern(freshness.reason)] : []),
    ...(challenge ? [questionQuality.challengeConcern(challenge)] : []),
    ...flags,
  ]
}

/** The concerns, shown next to the field that publishes the question. */
export function Concerns({ concerns }: { concerns: readonly string[] }) {
  if (concerns.length === 0) return null
  return (
    <div className="notice editor-look" role="status">
      <p>
        <Icon name="warning" /> {questionQuality.concernsTitle}
      </p>
      <ConcernList concerns={concerns} />
    </div>
  )
}

type PublishProps = { concerns: readonly string[]; onPublish: () => void; onClose: () => void }

export function PublishDialog({ concerns, onPublish, onClose }: PublishProps) {
  return (
    <ConfirmDialog
      title={questionQuality.publishTitle}
      confirmLabel={questionQuality.publish}
      cancelLabel={questionQuality.keepEditing}
      onConfirm={onPublish}
      onClose={onClose}
    >
      <p>{questionQuality.publishLede}</p>
      <ConcernList concerns={concerns} />
    </ConfirmDialog>
  )
}

function ConcernList({ concerns }: { concerns: readonly string[] }) {
  return (
    <ul>
      {concerns.map((concern) => (
        <li key={concern}>{concern}</li>
      ))}
    </ul>
  )
}
