/** The changed pages that several questions of the board cite, so that a person can confirm these questions together. */
import type { ListedFreshness, ListedPage } from '#server/freshness/index.ts'

export type SharedPage = Pick<ListedPage, 'title' | 'address'> & { path: string; questionIds: string[] }

/** Lists the pages in the order of their first questions. */
export function listSharedPages(questions: readonly ListedFreshness[]): SharedPage[] {
  const pages = new Map<string, SharedPage>()
  for (const question of questions) {
    const page = findOnlyDoubt(question)
    if (!page) continue
    const { place, title, address } = page
    const key = `${place.repository}/${place.path}`
    const shared = pages.get(key) ?? { path: place.path, title, address, questionIds: [] }
    pages.set(key, { ...shared, questionIds: [...shared.questionIds, question.questionId] })
  }
  return [...pages.values()].filter(({ questionIds }) => questionIds.length > 1)
}

/** The changed page, if it is the only reason to doubt the question and still has the cited lines. */
function findOnlyDoubt({ reason, pages }: ListedFreshness): ListedPage | undefined {
  if (reason !== 'page-changed') return undefined
  const [page, another] = pages.filter(({ check }) => check?.outcome === 'changed' || check?.outcome === 'deleted')
  return another === undefined && page?.check && page.check.lines !== null ? page : undefined
}
