/** The address of the item statistics: exam, filter, order, page, and the question that is shown in detail. */
import { printAddress, readText } from '#web/admin/list-address.ts'
import { readPage } from '#web/ui/figures/pagination.tsx'

export const shownQuestions = ['flagged', 'all'] as const
export const statisticsOrders = ['oldest', 'hardest'] as const

export type StatisticsPart = {
  exam: string
  show: (typeof shownQuestions)[number]
  sort: (typeof statisticsOrders)[number]
  page: number
  question: string | undefined
}

/** An unknown value counts as the first choice. */
export function readStatisticsAddress(parameters: URLSearchParams, exams: readonly string[]): StatisticsPart {
  return {
    exam: exams.find((id) => id === parameters.get('exam')?.toLowerCase()) ?? exams[0] ?? '',
    show: shownQuestions.find((one) => one === parameters.get('show')) ?? 'flagged',
    sort: statisticsOrders.find((one) => one === parameters.get('sort')) ?? 'oldest',
    page: readPage(parameters.get('page')),
    question: readText(parameters, 'question', 36) || undefined,
  }
}

export function printStatisticsAddress({ exam, show, sort, page, question }: StatisticsPart): string {
  const shown = { show: show !== 'flagged' && show, sort: sort !== 'oldest' && sort, page: page > 1 && String(page), question }
  return printAddress('/admin/statistics', { exam, ...shown })
}
