/** Lists the links to other sites, and checks that their hosts are allowed. */
import type { BankQuestion } from '#exam/bank-file/index.ts'
import type { Certification } from '#exam/certification.ts'
import { referenceHost } from '#exam/content-check.ts'
import { plainText } from '#exam/plain-text.ts'
import type { CaseStudy } from '#exam/question.ts'
import type { Db } from '#server/db/tables.ts'
import { findAddressProblem } from '#server/links/safe-fetch.ts'
import { htmlOf, questionColumns, readBankQuestion, readContent } from '#server/bank/index.ts'

/** `where` describes the position for an administrator: `question 01a1… of mb-800, reference`. */
export type ExternalLink = { address: string; where: string }

const questionsPerBatch = 200

/**
 * Why a link is not allowed; `undefined` for an allowed link. Does not send a request. Content may link only to the official documentation.
 * The reason is the predicate of a sentence about the address.
 */
export function findLinkProblem(address: string): string | undefined {
  const problem = findAddressProblem(address)
  if (problem) return problem
  return new URL(address).hostname === referenceHost ? undefined : `is not on ${referenceHost}`
}

/** The positions of each address. The addresses are without fragments, which are never sent to a server. */
export function groupByAddress(links: Iterable<ExternalLink>): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, string[]>()
  for (const { address, where } of links) {
    const requested = address.split('#', 1)[0] ?? ''
    const known = places.get(requested)
    if (known) known.push(where)
    else places.set(requested, [where])
  }
  return places
}

/** The links in the database, including those in drafts. Reads the questions in batches. */
export async function* listStoredLinks(db: Db): AsyncGenerator<ExternalLink> {
  for (const { id, study_guide_url: studyGuideUrl, sources } of await db
    .selectFrom('certifications')
    .select(['id', 'study_guide_url', 'sources'])
    .orderBy('id')
    .execute())
    yield* listCertificationLinks({ id, studyGuideUrl, sources })
  for (const caseStudy of await db.selectFrom('case_studies').select(['id', 'content']).orderBy('id').execute())
    yield* listCaseStudyLinks(caseStudy)
  let after: string | undefined
  do {
    const rows = await db
      .selectFrom('questions')
      .select(questionColumns)
      .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
      .orderBy('id')
      .limit(questionsPerBatch)
      .execute()
    for (const row of rows) yield* listQuestionLinks(readBankQuestion(row))
    after = rows.at(-1)?.id
  } while (after !== undefined)
}

/**
 * The links in the content files.
 *
 * @throws {ContentProblem}
 */
export async function listContentLinks(folder: string): Promise<ExternalLink[]> {
  const { catalog, banks } = await readContent(folder)
  return [
    ...catalog.value.flatMap(listCertificationLinks),
    ...banks.flatMap(({ value }) => [...value.caseStudies.flatMap(listCaseStudyLinks), ...value.questions.flatMap(listQuestionLinks)]),
  ]
}

function listQuestionLinks(question: BankQuestion): ExternalLink[] {
  const where = `question ${question.id} of ${question.examId}`
  const { reference } = question
  return [
    ...(reference ? [{ address: reference, where: `${where}, reference` }] : []),
    ...listHtmlLinks(htmlOf(question), `${where}, texts`),
  ]
}

function listCaseStudyLinks({ id, content }: Pick<CaseStudy, 'id' | 'content'>): ExternalLink[] {
  return listHtmlLinks([content], `case study ${id}`)
}

function listCertificationLinks({ id, studyGuideUrl, sources }: Pick<Certification, 'id' | 'studyGuideUrl' | 'sources'>): ExternalLink[] {
  return [
    ...(studyGuideUrl ? [{ address: studyGuideUrl, where: `certification ${id}, study guide` }] : []),
    ...Object.entries(sources).flatMap(([fact, { address }]) =>
      address ? [{ address, where: `certification ${id}, source of ${fact}` }] : [],
    ),
  ]
}

/** The external links in sanitized HTML. Mail addresses and pages of this site are not included. */
export function listHtmlLinks(texts: readonly string[], where: string): ExternalLink[] {
  return texts
    .flatMap((html) => [...html.matchAll(/<a\s[^>]*?href="([^"]*)"/g)])
    .map(([, address = '']) => plainText(address))
    .filter((address) => !/^(?:\/(?!\/)|#|mailto:)/i.test(address))
    .map((address) => ({ address, where }))
}
