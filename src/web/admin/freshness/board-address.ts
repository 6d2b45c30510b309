/** The address of the freshness board: list, exam, objective, age, and page. */
import { freshnessLists, type FreshnessList } from '#exam/freshness.ts'
import { printAddress, readText } from '#web/admin/list-address.ts'

/** `age` is the minimum number of days in this state, as text, or empty. */
export type BoardPart = {
  list: FreshnessList
  exam: string | undefined
  objective: string | undefined
  age: BoardAge
  after: string | undefined
}

export const boardAges = ['', '30', '90', '180', '365'] as const
export type BoardAge = (typeof boardAges)[number]

/** Unknown values are ignored; the default list is `re-check`. */
export function readBoardAddress(parameters: URLSearchParams, exams: readonly string[]): BoardPart {
  const exam = exams.find((id) => id === parameters.get('exam')?.toLowerCase())
  return {
    list: freshnessLists.find((list) => list === parameters.get('state')) ?? 're-check',
    exam,
    // Objectives of different exams may have the same id.
    objective: (exam && readText(parameters, 'objective', 200)) || undefined,
    age: boardAges.find((age) => age === parameters.get('age')) ?? '',
    after: readText(parameters, 'after', 100) || undefined,
  }
}

export function printBoardAddress({ list, exam, objective, age, after }: Partial<BoardPart>): string {
  return printAddress('/admin/freshness', { state: list !== 're-check' && list, exam, objective: exam && objective, age, after })
}
