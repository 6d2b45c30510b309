/** Writes the formats of this site: the bank file and the archive. */
import { toBankItem } from '#exam/bank-file/index.ts'
import type { CaseStudy } from '#exam/question.ts'
import type { ExportSource } from '#server/bank/export/source.ts'
import { createZipWriter } from '#server/bank/export/zip-writer.ts'
import { imageAddress, listImageNames } from '#server/bank/images/image-addresses.ts'
import { archiveNames } from '#server/bank/import/zip-archive.ts'
import { htmlOf } from '#server/bank/questions.ts'
import type { Db } from '#server/db/tables.ts'

const caseStudiesPerBatch = 50

export function writeBankFile(source: ExportSource): AsyncGenerator<string> {
  return writeList(listItems(source, new Set()))
}

/** Includes all certifications and case studies even for a single certification, because they are few. */
export async function* writeArchive(source: ExportSource, db: Db): AsyncGenerator<Uint8Array> {
  const zip = createZipWriter()
  const images = new Set<string>()
  yield* zip.addTexts(archiveNames.questions, writeList(listItems(source, images)))
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
 * names of all shown images are added to `images`.
 */
async function* listItems(source: ExportSource, images: Set<string>): AsyncGenerator<object[]> {
  for await (const batch of source.listQuestions({ isMixed: true }))
    yield batch.map(({ question, caseStudy, isFirst }) => {
      const shown = caseStudy && isFirst ? { title: caseStudy.title, content: caseStudy.content } : undefined
      for (const name of listImageNames([...htmlOf(question), ...(shown ? [shown.content] : [])])) images.add(name)
      return { ...toBankItem(question), ...(shown && { case_study: shown }) }
    })
}

/** All values as one list, in the format of `JSON.stringify(list, null, 2)`. */
async function* writeList(batches: AsyncIterable<object[]>): AsyncGenerator<string> {
  let separator = '['
  for await (const batch of batches) {
    if (batch.length === 0) continue
    yield `${separator}\n${JSON.stringify(batch, null, 2).slice(2, -2)}`
    separator = ','
  }
  yield separator === '[' ? '[]\n' : '\n]\n'
}

async function* listCaseStudies(db: Db, images: Set<string>): AsyncGenerator<CaseStudy[]> {
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
    yield found
    after = last.id
  }
}
