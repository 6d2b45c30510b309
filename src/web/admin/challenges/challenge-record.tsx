/** What is known about the question of a challenge besides the reports: its pages, and what candidates answered. */
import { StatisticsOfVersion } from '#web/admin/bank/index.ts'
import { CitedPageFacts } from '#web/admin/freshness/index.ts'
import { dayOf } from '#web/admin/timestamp.tsx'
import { challengesAdmin as words } from '#web/text/en/admin/challenges.ts'
import { freshnessAdmin } from '#web/text/en/admin/freshness.ts'
import type { ListedFreshness } from '#server/freshness/index.ts'
import type { VersionStatistics } from '#server/statistics/index.ts'

type Props = { freshness: ListedFreshness | undefined; statistics: readonly VersionStatistics[] }

export function ChallengeRecord({ freshness, statistics }: Props) {
  if (!freshness && statistics.length === 0) return null
  return (
    <section className="apart flow" aria-labelledby="record">
      <h2 id="record">{words.recordTitle}</h2>
      {freshness && (
        <>
          <p>{freshnessAdmin.qualityOf(freshness.state, freshness.reason, dayOf(freshness.since))}</p>
          {freshness.pages.map((page) => (
            <CitedPageFacts key={page.part} page={page} />
          ))}
        </>
      )}
      <div className="flow editor-quality">
        {statistics.map((version) => (
          <StatisticsOfVersion key={version.version} version={version} isOpen />
        ))}
      </div>
    </section>
  )
}
