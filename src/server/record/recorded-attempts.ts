/** Reads the attempts of a member with their moves, and the texts of their questions, in the form of the learner record. */
import type { Kysely } from 'kysely'
import { toBankItem, type BankItem } from '#exam/bank-file/index.ts'
import type { Move } from '#exam/moves.ts'
import type { CaseStudy } from '#exam/question.ts'
import { foldState, unfoldedMoves } from '#server/db/folded-state.ts'
import type { PinnedQuestion } from '#server/db/attempt-tables.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { inBatches } from '#server/platform/in-batches.ts'
import { listEntriesOf, listPinnedCaseStudies, listPinnedVersions } from '#server/practice/index.ts'

/** Maximum number of attempts in a record. Older attempts are left out. */
export const recordedAttemptsMax = 2_000

const attemptsPerBatch = 100

/** `text` is the `key` of an entry of `questions`, or `null` if the question can no longer be read, or must not be read yet. */
type RecordedPin = { id: string; version: number | null; text: string | null }

/** A question as an attempt asked it. `version` is `null` for an imported question. */
type RecordedQuestion = BankItem & { key: string; version: number | null; case_study: Omit<CaseStudy, 'id'> | null }

/** The latest attempts, oldest first, and the texts of their questions. */
export async function readRecordedAttempts(db: Kysely<Tables>, userId: string) {
  const rows = await db
    .selectFrom('attempts')
    .select(['id', 'certification_id as certification', 'question_set as set', 'state', 'correct', 'total', unfoldedMoves.as('unfolded')])
    .select(['started_at as startedAt', 'changed_at as changedAt', 'finished_at as finishedAt', 'imported_at as importedAt'])
    .select(['questions', 'simulation', 'deadline_at as deadlineAt'])
    .where('user_id', '=', userId)
    .orderBy('changed_at', 'desc')
    .limit(recordedAttemptsMax)
    .execute()
  const texts = new Map<string, PinnedQuestion>()
  const attempts = []
  for (const batch of inBatches(rows.toReversed(), attemptsPerBatch)) {
    const entries = await listEntriesOf(
      db,
      batch.map(({ id }) => id),
    )
    for (const { state, unfolded, questions: pinned, simulation, ...attempt } of batch) {
      const { answers, flagged, guessed, revealed } = foldState(state, unfolded)
      const mayRead = (id: string) => attempt.finishedAt !== null || (simulation === null && revealed.includes(id))
      const questions = pinned.map((one): RecordedPin => {
        const key = mayRead(one.id) ? keyOf(one) : null
        if (key !== null) texts.set(key, one)
        return { id: one.id, version: one.version, text: key }
      })
      const moves = (entries.get(attempt.id) ?? []).map(({ move }): Move => move)
      // A simulation in progress is written without its terms, because their seed determines the order of its options.
      attempts.push({
        ...attempt,
        simulation: attempt.finishedAt === null ? null : simulation,
        answers,
        flagged,
        guessed,
        questions,
        moves,
      })
    }
  }
  const questions = await listTexts(db, texts)
  const known = new Set(questions.map(({ key }) => key))
  const onlyKnown = (pin: RecordedPin) => (pin.text !== null && known.has(pin.text) ? pin : { ...pin, text: null })
  return { attempts: attempts.map((attempt) => ({ ...attempt, questions: attempt.questions.map(onlyKnown) })), questions }
}

/** The key of the question's text. `null` if the question does not count, or if the bank did not have it. */
function keyOf({ id, version, imported }: PinnedQuestion): string | null {
  return imported ?? (version === null ? null : `${id}@${version}`)
}

const textsPerQuery = 200

async function listTexts(db: Db, texts: ReadonlyMap<string, PinnedQuestion>): Promise<RecordedQuestion[]> {
  const found: RecordedQuestion[] = []
  for (const pins of splitByQuestion(texts)) {
    const keys = new Map(pins.map(([key, { id }]) => [id, key]))
    const questions = await listPinnedVersions(db, { pinned: pins.map(([, pin]) => pin), simulation: null })
    const caseStudies = new Map((await listPinnedCaseStudies(db, questions)).map((caseStudy) => [caseStudy.id, caseStudy]))
    for (const { version, ...question } of questions) {
      const caseStudy = caseStudies.get(question.caseStudyId ?? '')
      found.push({
        key: keys.get(question.id) ?? '',
        version: version === 0 ? null : version,
        ...toBankItem(question),
        case_study: caseStudy ? { title: caseStudy.title, content: caseStudy.content } : null,
      })
    }
  }
  return found
}

/** Splits the questions into lists of at most `textsPerQuery`, each with only one version of a question. */
function splitByQuestion(texts: ReadonlyMap<string, PinnedQuestion>): [string, PinnedQuestion][][] {
  const lists: { ids: Set<string>; pins: [string, PinnedQuestion][] }[] = []
  for (const [key, pin] of texts) {
    let list = lists.find(({ ids, pins }) => !ids.has(pin.id) && pins.length < textsPerQuery)
    if (!list) lists.push((list = { ids: new Set(), pins: [] }))
    list.ids.add(pin.id)
    list.pins.push([key, pin])
  }
  return lists.map(({ pins }) => pins)
}
