/** Writes the formats of this site: the bank file and the archive. */
import { printOriginalFields, toBankItem, toTranslationItem, type BankQuestion } from '#exam/bank-file/index.ts'
import type { CaseStudy } from '#exam/question.ts'
import { listStoredCaseStudyTranslations } from '#server/bank/case-study-translations.ts'
import type { ExportSource } from '#server/bank/export/source.ts'
import { createZipWriter } from '#server/bank/export/zip-writer.ts'
import { imageAddress, listImageNames } from '#server/bank/images/image-addresses.ts'
import { archiveNames } from '#server/bank/import/zip-archive.ts'
import { hashOriginal, hashText } from '#server/bank/original-hash.ts'
import { htmlOf } from '#server/bank/question-html.ts'
import { listStoredTranslations, type StoredTranslation } from '#server/bank/translations.ts'
import type { Db } from '#server/db/tables.ts'

const caseStudiesPerBatch = 50

export function writeBankFile(source: ExportSource, db: Db): AsyncGenerator<string> {
  return writeList(listItems(source, db, new Set()))
}

/** Includes all certifications and case studies, even if only one exam is exported, because they are few. */
export async function* writeArchive(source: ExportSource, db: Db): AsyncGenerator<Uint8Array> {
  const zip = createZipWriter()
  const images = new Set<string>()
  yield* zip.addTexts(archiveNames.questions, writeList(listItems(source, db, images)))
  yield* zip.addTexts(archiveNames.caseStudies, writeList(listCaseStudies(db, images)))
  yield* zip.addText(archiveNames.certifications, `${JSON.stringify([...source.certifications.values()], null, 2)}\n`)
  for (const name of images) {
    const bytes = await source.readImage({ address: imageAddress + name, name })
    if (bytes) yield* zip.addFile(archiveNames.images + name, bytes)
  }
  yield* zip.close()
}

/**
 * The items in batches, ordered by `created_at`, then id. The first question of a case study contains the case study. The
 * names of all shown images are added to `images`. Each item includes its translations.
 */
async function* listItems(source: ExportSource, db: Db, images: Set<string>): AsyncGenerator<object[]> {
  for await (const batch of source.listQuestions({ isMixed: true })) {
    const translations = await listStoredTranslations(
      db,
      batch.map(({ question }) => question.id),
    )
    const caseStudies = await printCaseStudies(
      db,
      batch.flatMap(({ caseStudy, isFirst }) => (caseStudy && isFirst ? [caseStudy] : [])),
    )
    yield batch.map(({ question, isFirst }) => {
      const caseStudy = isFirst ? caseStudies.get(question.caseStudyId ?? '') : undefined
      for (const name of listImageNames([...htmlOf(question), ...(caseStudy ? [caseStudy.content] : [])])) images.add(name)
      const own = translations.filter(({ id }) => id === question.id)
      return { ...toBankItem(question), ...(caseStudy && { case_study: caseStudy }), ...printTranslations(question, own) }
    })
  }
}

type LanguageOf = { readonly language: string }

/**
 * Translations by language, in the format of a translation file. A hash in the file shows whether a translation was made from the question
 * in the file.
 */
function printTranslations(question: BankQuestion, stored: readonly (StoredTranslation & LanguageOf)[]) {
  if (stored.length === 0) return {}
  const hash = hashText(printOriginalFields(toBankItem(question)))
  const entries = stored.map((translation) => {
    const { language, originalHash } = translation
    return [language, toTranslationItem(translation, originalHash === hashOriginal(question) ? hash : originalHash)]
  })
  return { translations: Object.fromEntries(entries) as object }
}

type PrintedCaseStudy = Omit<CaseStudy, 'id'> & { readonly translations?: object }

async function printCaseStudies(db: Db, caseStudies: readonly CaseStudy[]): Promise<ReadonlyMap<string, PrintedCaseStudy>> {
  const stored = await listStoredCaseStudyTranslations(
    db,
    caseStudies.map(({ id }) => id),
  )
  return new Map(
    caseStudies.map(({ id, title, content }) => {
      // The hash of a stored case study is the hash of its fields in the file.
      const entries = stored
        .filter((translation) => translation.id === id)
        .map(({ language, originalHash, ...texts }) => [language, { of: originalHash, title: texts.title, content: texts.content }])
      return [id, { title, content, ...(entries.length > 0 && { translations: Object.fromEntries(entries) as object }) }]
    }),
  )
}

/** All values as one list, formatted like `JSON.stringify(list, null, 2)`. */
async function* writeList(batches: AsyncIterable<object[]>): AsyncGenerator<string> {
  let separator = '['
  for await (const batch of batches) {
    if (batch.length === 0) continue
    yield `${separator}\n${JSON.stringify(batch, null, 2).slice(2, -2)}`
    separator = ','
  }
  yield separator === '[' ? '[]\n' : '\n]\n'
}

async function* listCaseStudies(db: Db, images: Set<string>): AsyncGenerator<object[]> {
  let after = ''
  for (;;) {
    const found = await db
      .selectFrom('case_studies')
      .select(['id', 'title', 'content'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(caseStudiesPerBatch)
      .execute()
    for (const { content } of found) for (const name of listImageNames([content])) images.add(name)
    const last = found.at(-1)
    if (!last) return
    const printed = await printCaseStudies(db, found)
    yield found.map(({ id }) => ({ id, ...printed.get(id) }))
    after = last.id
  }
}
