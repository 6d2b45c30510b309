/** The item statistics of a version: its flags in plain words, its figures, and what was chosen. */
import { QualityLine } from '#web/admin/bank/editor/quality-line.tsx'
import { percentOf, questionQuality } from '#web/text/en/admin/question-quality.ts'
import { Table, type TableColumn } from '#web/ui/figures/table.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { VersionStatistics } from '#server/statistics/index.ts'

type KnownStatistics = NonNullable<VersionStatistics['statistics']>

/** `isOpen`: whether the table with the chosen answers is open. */
export function StatisticsOfVersion({
  version: { version, answers, statistics },
  isOpen,
}: {
  version: VersionStatistics
  isOpen?: boolean
}) {
  const words = questionQuality.figures
  return (
    <section className="flow">
      <h4>{questionQuality.statistics(version)}</h4>
      {!statistics && <p>{questionQuality.tooFew(answers)}</p>}
      {statistics && (
        <>
          <ul className="quality-flags" role="list">
            {listFlagSentences(statistics).map((sentence) => (
              <li key={sentence}>
                <Icon name="warning" /> <span>{sentence}</span>
              </li>
            ))}
          </ul>
          <dl>
            <QualityLine label={words.facility}>{questionQuality.facility(statistics.facility, answers)}</QualityLine>
            <QualityLine label={words.discrimination}>{questionQuality.discrimination(statistics.discrimination)}</QualityLine>
            <QualityLine label={words.groups}>{questionQuality.groups(statistics.groupDiscrimination)}</QualityLine>
            <QualityLine label={words.median}>{questionQuality.median(statistics.medianMs)}</QualityLine>
            <QualityLine label={words.guesses}>{percentOf(statistics.guessShare)}</QualityLine>
          </dl>
          <ChosenEntries version={version} statistics={statistics} isOpen={isOpen} />
        </>
      )}
    </section>
  )
}

/** The flags as sentences, with the words of the options that they are about. */
export function listFlagSentences({ flags, words }: Pick<KnownStatistics, 'flags' | 'words'>): string[] {
  return flags.map((flag) => {
    const named = 'entries' in flag ? flag.entries.map((entry) => `“${words[entry] ?? entry}”`) : []
    return questionQuality.flags[flag.kind](named)
  })
}

type ChosenProps = { version: number; statistics: KnownStatistics; isOpen: boolean | undefined }

function ChosenEntries({ version, statistics: { entries, words }, isOpen }: ChosenProps) {
  const { title, entry, key, all, upper, lower } = questionQuality.chosen
  const isChoice = entries.every((one) => !one.entry.includes('='))
  // Most combinations of places and items are never chosen.
  const rows = isChoice ? entries : entries.filter((one) => one.isKey || one.all > 0)
  const share = (name: string, shareOf: (one: (typeof rows)[number]) => number): TableColumn<(typeof rows)[number]> => {
    return { title: name, renderCell: (one) => percentOf(shareOf(one)), isFigure: true, isLabeled: true }
  }
  return (
    <details className="editor-look" open={isOpen}>
      <summary>{title(version)}</summary>
      <Table
        rows={rows}
        rowKey={(one) => one.entry}
        columns={[
          {
            title: entry,
            renderCell: (one) => (
              <>
                {words[one.entry] ?? one.entry} {one.isKey && <b>{key}</b>}
              </>
            ),
          },
          share(all, (one) => one.all),
          share(upper, (one) => one.upper),
          share(lower, (one) => one.lower),
        ]}
      />
    </details>
  )
}
