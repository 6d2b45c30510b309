/** Where the site leads to other sites, and which those may be. */
import type { BankQuestion } from '#exam/bank-file/index.ts'
import type { Certification } from '#exam/certification.ts'
import { referenceHost } from '#exam/content-check.ts'
import { plainText } from '#exam/plain-text.ts'
import type { CaseStudy } from '#exam/question.ts'
import type { Db } from '#server/db/tables.ts'
import { addressProblem } from '#server/links/safe-fetch.ts'
import { htmlOf, questionColumns, readBankQuestion, readContent } from '#server/bank/index.ts'

/** `where` names the place for an administrator: `question 01a1… of mb-800, reference`. */
export type ExternalLink = { address: string; where: string }

const questionsPerBatch = 200

/**
 * What is wrong with a link by its looks alone, or `undefined`. Content of the project leads to the official documentation
 * and nowhere else. The reason finishes a sentence that begins with the address.
 */
export function linkProblem(address: string): string | undefined {
  const problem = addressProblem(address)
  if (problem) return problem
  return new URL(address).hostname === referenceHost ? undefined : `leads to another host than ${referenceHost}`
}

/** The addresses without the part behind `#`, which no server is told, each with its places. */
export function groupByAddress(links: Iterable<ExternalLink>): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, string[]>()
  for (const { address, where } of links) {
    const asked = address.split('#', 1)[0] ?? ''
    const known = places.get(asked)
    if (known) known.push(where)
    else places.set(asked, [where])
  }
  return places
}

/** Links of everything the database holds, drafts included, some questions at a time. */
export async function* listStoredLinks(db: Db): AsyncGenerator<ExternalLink> {
  for (const { id, study_guide_url: studyGuideUrl } of await db
    .selectFrom('certifications')
    .select(['id', 'study_guide_url'])
    .orderBy('id')
    .execute())
    yield* linksOfCertification({ id, studyGuideUrl })
  for (const caseStudy of await db.selectFrom('case_studies').select(['id', 'content']).orderBy('id').execute())
    yield* linksOfCaseStudy(caseStudy)
  let after: string | undefined
  do {
    const rows = await db
      .selectFrom('questions')
      .select(questionColumns)
      .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
      .orderBy('id')
      .limit(questionsPerBatch)
      .execute()
    for (const row of rows) yield* linksOfQuestion(readBankQuestion(row))
    after = rows.at(-1)?.id
  } while (after !== undefined)
}

/**
 * Links of the content files.
 *
 * @throws {ContentProblem}
 */
export async function listContentLinks(folder: string): Promise<ExternalLink[]> {
  const { catalogue, banks } = await readContent(folder)
  return [
    ...catalogue.value.flatMap(linksOfCertification),
    ...banks.flatMap(({ value }) => [...value.caseStudies.flatMap(linksOfCaseStudy), ...value.questions.flatMap(linksOfQuestion)]),
  ]
}

function linksOfQuestion(question: BankQuestion): ExternalLink[] {
  const where = `question ${question.id} of ${question.examId}`
  const { reference } = question
  return [...(reference ? [{ address: reference, where: `${where}, reference` }] : []), ...linksInHtml(htmlOf(question), `${where}, texts`)]
}

function linksOfCaseStudy({ id, content }: Pick<CaseStudy, 'id' | 'content'>): ExternalLink[] {
  return linksInHtml([content], `case study ${id}`)
}

function linksOfCertification({ id, studyGuideUrl }: Pick<Certification, 'id' | 'studyGuideUrl'>): ExternalLink[] {
  return studyGuideUrl ? [{ address: studyGuideUrl, where: `certification ${id}, study guide` }] : []
}

/** Of HTML as the sanitiser writes it. Mail and pages of this site are left out. */
export function linksInHtml(texts: readonly string[], where: string): ExternalLink[] {
  return texts
    .flatMap((html) => [...html.matchAll(/<a\s[^>]*?href="([^"]*)"/g)])
    .map(([, address = '']) => plainText(address))
    .filter((address) => !/^(?:\/(?!\/)|#|mailto:)/i.test(address))
    .map((address) => ({ address, where }))
}
