/**
 * Passages of indexed documentation, found by the words of the message and of the question: a full-text search for words that occur together,
 * and, if that finds nothing for the message, a search for words that are spelled similarly. Each search reads a limited number of passages.
 * `rankPassages` orders the results of the full-text search.
 */
import { sql, type RawBuilder } from 'kysely'
import { listSignificantWords, listTerms } from '#exam/help/help-texts.ts'
import { foldText, plainText } from '#exam/plain-text.ts'
import type { Db } from '#server/db/tables.ts'
import type { PassageRequest, TutorPassage } from '#server/tutor/retrieval/passage.ts'

const perSearchMax = 60
/** Limits the query for a long question. */
const pairsMax = 24
const messageWordsMax = 12
/** The start of a misspelled word is usually correct. */
const beginLength = 4
const similarMin = 0.4
/** Shorter words are similar to too many others. */
const misspelledLengthMin = 5

/** `similar`: passages with a word spelled like the longest word of the message. Empty if the full-text search for the message finds any. */
export type DocumentPassages = { readonly found: readonly TutorPassage[]; readonly similar: readonly TutorPassage[] }

export async function findDocumentPassages(db: Db, { message, question }: PassageRequest): Promise<DocumentPassages> {
  if (!(await hasDocuments(db))) return { found: [], similar: [] }
  const messageWords = wordsOf(message).slice(0, messageWordsMax)
  const terms = [question.text, ...question.options]
    .flatMap(listTerms)
    .map(wordsOf)
    .filter(({ length }) => length > 0)
  const pairs = [question.text, ...question.options].flatMap((html) => pairsOf(wordsOf(plainText(html))))
  const found = new Map<string, TutorPassage>()
  let similar: TutorPassage[] = []
  const search = async (condition: RawBuilder<boolean>) => {
    for (const passage of await selectPassages(db, condition)) found.set(passage.id, passage)
  }
  if (messageWords.length > 0) {
    await search(matches([messageWords]))
    await search(matches(pairsOf(messageWords)))
    if (found.size === 0) {
      const longest = messageWords.filter(({ length }) => length >= misspelledLengthMin).toSorted((a, b) => b.length - a.length)[0]
      if (longest !== undefined) similar = await findSimilar(db, longest)
    }
  }
  const wanted = [...terms, ...pairs].slice(0, pairsMax)
  if (wanted.length > 0) await search(matches(wanted))
  return { found: [...found.values()], similar }
}

async function hasDocuments(db: Db): Promise<boolean> {
  return (await db.selectFrom('documents').select('id').limit(1).executeTakeFirst()) !== undefined
}

function selectPassages(db: Db, condition: RawBuilder<boolean>): Promise<TutorPassage[]> {
  return db
    .selectFrom('document_passages')
    .innerJoin('documents', 'documents.id', 'document_passages.document_id')
    .select(['document_id', 'position', 'heading', 'text', 'title', 'address'])
    .where(condition)
    .limit(perSearchMax)
    .execute()
    .then((rows) =>
      rows.map(({ document_id, position, heading, text, title, address }) => ({
        id: `document:${document_id}:${position}`,
        kind: 'document' as const,
        title: heading === '' ? title : `${title}: ${heading}`,
        address,
        text,
        checkedOn: null,
      })),
    )
}

/**
 * Passages with a word that begins like this one and has similar trigrams. The search for words with this beginning uses the trigram index.
 */
async function findSimilar(db: Db, word: string): Promise<TutorPassage[]> {
  const begin = word.slice(0, beginLength)
  const candidates = await selectPassages(db, sql<boolean>`search_text like ${`% ${begin}%`}`)
  const wanted = trigramsOf(word)
  return candidates.filter(({ title, text }) =>
    wordsOf(`${title} ${text}`).some((other) => other.startsWith(begin) && shareOf(wanted, trigramsOf(other)) >= similarMin),
  )
}

function trigramsOf(word: string): Set<string> {
  const padded = `  ${word} `
  return new Set(Array.from({ length: padded.length - 2 }, (_, i) => padded.slice(i, i + 3)))
}

function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((trigram) => other.has(trigram)).length
  return shared / (one.size + other.size - shared)
}

/** The condition that a passage has all words of at least one group. The expression is the same as in the index. */
function matches(groups: readonly (readonly string[])[]): RawBuilder<boolean> {
  const query = groups.map((words) => `(${words.join(' & ')})`).join(' | ')
  return sql<boolean>`to_tsvector('english', search_text) @@ to_tsquery('english', ${query})`
}

/** Significant words as the index has them: lowercase letters and digits, so they cannot be query operators. */
function wordsOf(text: string): string[] {
  const words = listSignificantWords(plainText(text)).flatMap((word) => foldText(word).match(/[\p{L}\p{N}]+/gu) ?? [])
  return [...new Set(words)]
}

function pairsOf(words: readonly string[]): string[][] {
  return words.slice(1).map((word, i) => [words[i] ?? '', word])
}
