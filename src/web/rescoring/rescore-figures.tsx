/** For administrators: a table of what a correction changes or has changed. Renders nothing when no answer changes. */
import type { RescoreEffect } from '#server/rescoring/index.ts'
import { number } from '#text/numbers.ts'
import { rescoring as words } from '#text/rescoring.ts'
import { Table } from '#web/ui/figures/table.tsx'

type Line = readonly [label: string, count: number]

/** `more`: figures that are known only before the correction is applied. */
export function RescoreFigures({ effect, more = [] }: { effect: RescoreEffect; more?: readonly Line[] }) {
  const { changedMembers, scores } = effect
  if (changedMembers === 0) return null
  return (
    <>
      <Table
        className="narrow"
        isStacked={false}
        rows={[...listChanges(effect), ...more]}
        rowKey={([label]) => label}
        columns={[
          { title: words.columns.what, renderCell: ([label]) => label },
          { title: words.columns.count, isFigure: true, renderCell: ([, count]) => number(count) },
        ]}
      />
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
              { title: words.scoreColumns.attempts, isFigure: true, renderCell: ({ attempts }) => number(attempts) },
            ]}
          />
        </details>
      )}
    </>
  )
}

function listChanges({ toCorrect, toIncorrect, simulations, practice }: RescoreEffect): Line[] {
  return [
    [words.toCorrect, toCorrect],
    [words.toIncorrect, toIncorrect],
    [words.simulationsGained, simulations.gained],
    [words.simulationsLost, simulations.lost],
    [words.practiceGained, practice.gained],
    [words.practiceLost, practice.lost],
  ]
}
