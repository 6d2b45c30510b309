/** For administrators: what a correction changes, before it is applied. */
import type { RescorePreviewData } from '#server/rescoring/index.ts'
import { number } from '#web/text/en/numbers.ts'
import { rescoring as words } from '#web/text/en/rescoring.ts'
import { Table } from '#web/ui/figures/table.tsx'

export function RescorePreview({ preview }: { preview: RescorePreviewData }) {
  const { attempts, members, changedMembers, scores, kept } = preview
  const isUnchanged = changedMembers === 0
  return (
    <section className="flow" aria-labelledby="rescore-preview">
      <h3 id="rescore-preview">{words.previewTitle}</h3>
      <p>
        {attempts === 0
          ? words.none
          : isUnchanged
            ? words.nothingChanges(attempts, members)
            : words.summary(attempts, members, changedMembers)}
      </p>
      {!isUnchanged && (
        <Table
          className="narrow"
          isStacked={false}
          rows={listChanges(preview)}
          rowKey={([label]) => label}
          columns={[
            { title: words.columns.what, renderCell: ([label]) => label },
            { title: words.columns.count, isFigure: true, renderCell: ([, count]) => number(count) },
          ]}
        />
      )}
      {scores.length > 0 && (
        <details>
          <summary>{words.scoresTitle}</summary>
          <Table
            className="narrow"
            isStacked={false}
            rows={scores}
            rowKey={({ points }) => points}
            columns={[
              { title: words.scoreColumns.points, renderCell: ({ points }) => words.points(points) },
              { title: words.scoreColumns.attempts, isFigure: true, renderCell: ({ attempts: count }) => number(count) },
            ]}
          />
        </details>
      )}
      {kept.length > 0 && (
        <>
          <h4>{words.keptTitle}</h4>
          <ul>
            {kept.map((one) => (
              <li key={one.version}>{words.kept(one)}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function listChanges({ toCorrect, toIncorrect, simulations, practice, cards, progress }: RescorePreviewData): [string, number][] {
  return [
    [words.toCorrect, toCorrect],
    [words.toIncorrect, toIncorrect],
    [words.simulationsGained, simulations.gained],
    [words.simulationsLost, simulations.lost],
    [words.practiceGained, practice.gained],
    [words.practiceLost, practice.lost],
    [words.cards, cards],
    [words.progress, progress],
  ]
}
