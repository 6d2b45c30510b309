/** Lists the uploaded images and their uses, so that administrators can delete unused images. */
import { sql } from 'kysely'
import { plainText, shorten } from '#exam/plain-text.ts'
import { numberedPage } from '#server/db/paging.ts'
import type { Db } from '#server/db/tables.ts'
import { filesListedMax, imagesFolder, type FileStore } from '#server/platform/file-store.ts'
import { imageAddress } from '#server/bank/images/image-addresses.ts'

export type ListedImage = {
  name: string
  address: string
  bytes: number
  uploadedAt: Date
  /** The first {@link usesShownMax} of all `useCount` uses. */
  uses: ImageUse[]
  useCount: number
  /** Questions with the image in an earlier version. Only determined for unused images. */
  earlierUses: ImageUse[]
}

/** `words` is the start of the question or the title of the case study. `examId` is empty for a case study. */
export type ImageUse = { kind: 'question' | 'case_study'; id: string; examId: string; words: string }

export type ImagePage = {
  images: ListedImage[]
  /** Number of all images and of unused images. */
  total: number
  unused: number
  /** Counts from 1. */
  page: number
  pages: number
  /** Whether the store may have more images than can be listed. */
  isCut: boolean
}

const pageSize = 25
const usesShownMax = 3
const earlierUsesMax = 200
const wordsLengthMax = 80

/** A page of images, newest first. A page number that is too high returns the last page. @throws {FileStoreProblem} */
export async function listImages(
  { db, files }: { db: Db; files: FileStore },
  { isUnusedOnly, page }: { isUnusedOnly: boolean; page: number },
): Promise<ImagePage> {
  const stored = (await files.list(imagesFolder)).map(({ key, ...file }) => ({ ...file, name: key.slice(imagesFolder.length) }))
  const names = stored.map(({ name }) => name)
  const used = await listUsedImages(db, names)
  const listed = stored
    .filter(({ name }) => !isUnusedOnly || !used.has(name))
    .toSorted((one, other) => other.modifiedAt.getTime() - one.modifiedAt.getTime())
  const { offset, ...numbers } = numberedPage(page, listed.length, pageSize)
  return {
    images: await withUses(db, listed.slice(offset, offset + pageSize)),
    total: stored.length,
    unused: names.filter((name) => !used.has(name)).length,
    ...numbers,
    isCut: stored.length === filesListedMax,
  }
}

export async function findImage({ db, files }: { db: Db; files: FileStore }, name: string): Promise<ListedImage | undefined> {
  const stored = (await files.list(imagesFolder)).find(({ key }) => key === imagesFolder + name)
  return stored && (await withUses(db, [{ ...stored, name }]))[0]
}

async function withUses(db: Db, stored: { name: string; bytes: number; modifiedAt: Date }[]): Promise<ListedImage[]> {
  const uses = await listUses(
    db,
    stored.map(({ name }) => name),
  )
  const unused = stored.map(({ name }) => name).filter((name) => !uses.has(name))
  const earlier = unused.length > 0 ? await listEarlierUses(db, unused) : new Map<string, ImageUse[]>()
  return stored.map(({ name, bytes, modifiedAt }) => ({
    name,
    address: imageAddress + name,
    bytes,
    uploadedAt: modifiedAt,
    uses: uses.get(name)?.shown ?? [],
    useCount: uses.get(name)?.count ?? 0,
    earlierUses: earlier.get(name) ?? [],
  }))
}

/** Uses by existing questions and case studies. Loading content can delete questions without removing their uses. */
const present = sql`(
  select image, 'question' as kind, questions.id::text as id, exam_id, questions.text as words
    from image_uses join questions on questions.id = case when holder_kind = 'question' then holder_id::uuid end
  union all
  select image, 'case_study', case_studies.id, '', title
    from image_uses join case_studies on holder_kind = 'case_study' and case_studies.id = holder_id
)`

/** Which of the images a published question, a draft, or a case study uses. */
export async function listUsedImages(db: Db, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ image: string }>`select distinct image from ${present} as uses where image = any(${names})`.execute(db)
  return new Set(rows.map(({ image }) => image))
}

type UseRow = { image: string; kind: ImageUse['kind']; id: string; exam_id: string; words: string }

async function listUses(db: Db, names: readonly string[]): Promise<Map<string, { shown: ImageUse[]; count: number }>> {
  const { rows } = await sql<UseRow & { count: number }>`
    select * from (
      select uses.*, count(*) over (partition by image)::int as count, row_number() over (partition by image order by kind, id) as place
      from ${present} as uses where image = any(${names})
    ) as placed where place <= ${usesShownMax} order by image, place`.execute(db)
  return new Map([...groupByImage(rows)].map(([image, shown]) => [image, { shown: shown.map(readUse), count: shown[0]?.count ?? 0 }]))
}

/** Uses of the images in earlier versions of questions, including deleted questions. At most {@link earlierUsesMax} in total. */
export async function listEarlierUses(db: Db, names: readonly string[]): Promise<Map<string, ImageUse[]>> {
  const { rows } = await sql<UseRow>`
    select distinct on (image, id) image, 'question' as kind, question_id::text as id, item ->> 'exam_id' as exam_id, item ->> 'text' as words
    from question_versions, regexp_matches(item::text, ${`${imageAddress}([\\w-]+\\.\\w+)`}, 'g') as found (names),
      unnest(names) as image
    where item::text like ${sql.lit(`%${imageAddress}%`)} and image = any(${names})
    order by image, id, version desc limit ${earlierUsesMax}`.execute(db)
  return new Map([...groupByImage(rows)].map(([image, uses]) => [image, uses.map(readUse)]))
}

function groupByImage<Row extends { image: string }>(rows: Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(row.image, [...(groups.get(row.image) ?? []), row])
  return groups
}

function readUse({ kind, id, exam_id, words }: UseRow): ImageUse {
  return { kind, id, examId: exam_id, words: shorten(kind === 'question' ? plainText(words) : words, wordsLengthMax) }
}
