/** Prints the tables of `npm run test:cluster`. */
import { informative, judged, printCount, type Row } from '../bench/table.ts'
import type { DueWork } from './due-work.ts'
import type { EventResult } from './measure.ts'
import type { SavingTotals } from './members.ts'
import type { Readers } from './readers.ts'
import type { Visits } from './visits.ts'

export type ClusterResult = {
  results: readonly EventResult[]
  saving: SavingTotals
  pages: ReturnType<Readers['count']>
  visits: ReturnType<Visits['count']>
  dueWork: Awaited<ReturnType<DueWork['count']>>
  contentProblems: readonly string[]
}

const savingSecondsMax = 10

export function listTotals({ results, saving, pages, visits, dueWork, contentProblems }: ClusterResult): Row[] {
  const none = (figure: string, count: number) => judged(figure, printCount(count), '0', count === 0)
  const longest = Math.max(...results.map(({ longestWaitSeconds }) => longestWaitSeconds))
  const restarts = results.reduce((total, { restartsByHand }) => total + restartsByHand, 0)
  return [
    informative('Moves acknowledged', printCount(saving.acknowledged)),
    none('Acknowledged moves lost', saving.lost),
    none('Moves stored twice', saving.duplicated),
    none('Attempts whose moves are in another order', saving.disordered),
    none('Moves that could not be sent in the end', saving.unsent),
    none('Processes restarted by hand', restarts),
    judged('Longest wait of an answer', `${longest.toFixed(1)} s`, `< ${savingSecondsMax} s`, longest < savingSecondsMax),
    // With `--only`, there may be no visits and no jobs.
    ...(visits.visits > 0 ? [none(`Visits with a missing file, of ${visits.visits}`, visits.broken)] : []),
    ...(dueWork.due > 0
      ? [
          none(`Jobs done twice, of ${dueWork.due}`, dueWork.doneTwice),
          none('Jobs not done', dueWork.due - dueWork.done),
          informative('Reminders sent by each process', dueWork.perProcess.join(' and ')),
        ]
      : []),
    none('Questions put back by an earlier release', contentProblems.length),
    informative('Pages not answered', `${printCount(pages.failed)} of ${printCount(pages.all)}`),
  ]
}

/** Prints the totals. Returns whether all are within their bounds. */
export function printTotals(result: ClusterResult): boolean {
  const rows = listTotals(result)
  console.table(rows)
  for (const problem of [...result.visits.problems, ...result.contentProblems]) console.error(problem)
  return rows.every(({ within }) => within !== 'NO')
}

export function printEvents(results: readonly EventResult[]): void {
  console.table(
    results.map(({ name, firstSaveSeconds, longestWaitSeconds, saves, failedSaves, failedPages }) => ({
      event: name,
      'first save (s)': firstSaveSeconds.toFixed(1),
      'longest wait (s)': longestWaitSeconds.toFixed(1),
      saves,
      'failed requests': failedSaves,
      'failed pages': failedPages,
    })),
  )
}
