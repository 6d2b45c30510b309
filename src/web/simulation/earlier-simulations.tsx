/** The table that compares the result of a simulation with earlier simulations of the same exam. */
import { useEffect, useState } from 'react'
import type { SimulationSheetResponse } from '#exam/contract.ts'
import { gradeAttempt } from '#exam/results/results.ts'
import { compareSimulations, type ComparedSimulation } from '#exam/results/simulation-comparison.ts'
import { readScores } from '#web/simulation/read-scores.ts'
import type { DeviceOwner } from '#web/sync/index.ts'
import { dayOf } from '#text/figures/dates.ts'
import { results } from '#text/results.ts'
import { simulation as words } from '#text/simulation.ts'
import { Table } from '#web/ui/figures/table.tsx'

type Props = { sheet: Extract<SimulationSheetResponse, { finished: true }>; owner: DeviceOwner }

export function EarlierSimulations({ sheet, owner }: Props) {
  const [compared, setCompared] = useState<readonly ComparedSimulation[]>([])
  useEffect(() => {
    let isShown = true
    const { id, attempt, questions } = sheet
    const result = gradeAttempt(attempt, questions, [])
    const show = async () => {
      const scores = await readScores(owner, attempt.certificationId)
      if (isShown && result) setCompared(compareSimulations({ ...result, id, startedAt: attempt.startedAt }, scores))
    }
    // Without a connection, the result has no comparison.
    show().catch(() => undefined)
    return () => {
      isShown = false
    }
  }, [sheet, owner])
  if (compared.length === 0) return null
  return (
    <section className="apart" aria-labelledby="earlier">
      <h2 id="earlier">{words.earlier}</h2>
      <Table
        isStacked={false}
        rows={compared}
        rowKey={({ id }) => id}
        columns={[
          { title: words.earlierDate, renderCell: ({ startedAt }) => dayOf(startedAt) },
          { title: results.correct, renderCell: ({ correct, total }) => results.correctOf(correct, total), isFigure: true },
          { title: results.score, renderCell: ({ percent }) => results.percent(percent), isFigure: true },
          { title: words.thisTime, renderCell: ({ more }) => words.morePoints(more), isFigure: true },
        ]}
      />
      <p className="small">{words.earlierText}</p>
    </section>
  )
}
