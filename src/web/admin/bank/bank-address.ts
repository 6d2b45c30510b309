/** The address of the question bank: search, filters, order, and page. `/admin?exam=mb-800&search=…&page=2` */
import type { Objective } from '#exam/outline.ts'
import { questionStates, questionTypes } from '#exam/question.ts'
import { printAddress, readText } from '#web/admin/list-address.ts'
import { readPage } from '#web/ui/figures/pagination.tsx'
import type { QuestionSearch } from '#server/bank/index.ts'

/**
 * A certification to choose, with its outline. The objectives are known only for the certification on screen and for the certification of
 * the edited question.
 */
export type CertificationChoice = {
  readonly id: string
  readonly name: string
  readonly skillAreas: readonly { readonly name: string; readonly skills: readonly string[] }[]
  readonly objectives?: readonly Objective[] | undefined
}

export const statisticsChoices = ['unanswered', 'hard', 'easy', 'flagged'] as const
export const sortings = ['oldest', 'newest', 'changed', 'hardest'] as const

export const searchLengthMax = 200

/** Parses the address. Invalid values are ignored; the default certification is the first one. */
export function readBankAddress(parameters: URLSearchParams, certifications: readonly CertificationChoice[]): QuestionSearch {
  const certification = certifications.find(({ id }) => id === parameters.get('exam')?.toLowerCase()) ?? certifications[0]
  const type = oneOf(questionTypes, parameters.get('type'))
  const state = oneOf(questionStates, parameters.get('state'))
  const statistics = oneOf(statisticsChoices, parameters.get('statistics'))
  const skillArea = certification?.skillAreas.find(({ name }) => name === parameters.get('area'))?.name
  return {
    examId: certification?.id ?? '',
    search: readText(parameters, 'search', searchLengthMax),
    ...(type && { type }),
    ...(skillArea !== undefined && { skillArea }),
    ...(state && { state }),
    ...(statistics && { statistics }),
    sort: oneOf(sortings, parameters.get('sort')) ?? 'oldest',
    page: readPage(parameters.get('page')),
  }
}

/** The values of the form above the list, by parameter name. */
export type FilterValues = Record<'exam' | 'search' | 'type' | 'area' | 'state' | 'statistics' | 'sort', string>

export function toFilterValues({ examId, search, type, skillArea, state, statistics, sort }: QuestionSearch): FilterValues {
  return { exam: examId, search, type: type ?? '', area: skillArea ?? '', state: state ?? '', statistics: statistics ?? '', sort }
}

/** Formats the address, without default values. */
export function printBankAddress(filter: QuestionSearch): string {
  const { sort, page } = filter
  return printAddress('/admin', { ...toFilterValues(filter), sort: sort !== 'oldest' && sort, page: page > 1 && String(page) })
}

/** The address of the editor for a question that a challenge is about. Closing the editor returns to the challenge. */
export function printEditAddress(examId: string, questionId: string, challengeId: string): string {
  return printAddress('/admin', { exam: examId, edit: questionId, challenge: challengeId })
}

/** The address of the same editor with the history of the question open. */
export function printHistoryAddress(examId: string, questionId: string, challengeId: string): string {
  return `${printEditAddress(examId, questionId, challengeId)}&history`
}

/** Where closing the editor leads, if it was opened from a challenge. */
export function readReturnAddress(parameters: URLSearchParams): string | undefined {
  const challenge = parameters.get('challenge')
  return challenge && /^[\da-f-]{36}$/i.test(challenge) ? `/admin/challenges/${challenge}` : undefined
}

const editorNames = ['edit', 'add', 'objective', 'challenge', 'history']

/** The parameters of the list, without those of the editor. */
export function listPart(parameters: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...parameters].filter(([name]) => !editorNames.includes(name)))
}

/** Whether the list has no search and no filters. */
export function isWholeExam({ search, type, skillArea, state, statistics }: QuestionSearch): boolean {
  return search === '' && [type, skillArea, state, statistics].every((value) => value === undefined)
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | undefined {
  return values.find((value) => value === text)
}
