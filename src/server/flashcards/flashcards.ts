/** Creates the files in which candidates download questions as flashcards. */
import type { Kysely } from 'kysely'
import { hasFinished } from '#exam/attempt.ts'
import { flashcardsName, type FlashcardFormat, type FlashcardsRequest } from '#exam/flashcards.ts'
import type { Question } from '#exam/question.ts'
import { listQuestionsById, showInLanguage } from '#server/bank/index.ts'
import { findCertification } from '#server/catalogue/index.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { printPackage } from '#server/flashcards/anki-package.ts'
import { toFlashcard } from '#server/flashcards/card-html.ts'
import { printFlashcardsCsv } from '#server/flashcards/flashcards-csv.ts'
import type { FileStore } from '#server/platform/file-store.ts'
import {
  findAttempt,
  findSimulationInProgress,
  listPinnedCaseStudies,
  listPinnedQuestions,
  type AttemptOwner,
  type StoredAttempt,
} from '#server/practice/index.ts'

export type FlashcardsResult =
  | { ok: true; bytes: Uint8Array; name: string; type: string; cardCount: number }
  | { ok: false; refusal: 'UNKNOWN_CERTIFICATION' | 'ATTEMPT_MISSING' | 'FLASHCARDS_SEALED' | 'FLASHCARDS_GONE' }

const types: Readonly<Record<FlashcardFormat, string>> = { apkg: 'application/octet-stream', csv: 'text/csv; charset=utf-8' }

/**
 * Creates the file with these questions, as published or, with `attemptId`, as in the owner's finished attempt. Missing questions are left out.
 * `owner` is `undefined` for a guest without a simulation. `simulationId`: a guest's simulation, which the owner's secret opens.
 * `FLASHCARDS_SEALED`: one of the questions is in a simulation in progress.
 */
export async function printFlashcards(
  { db, files }: { db: Kysely<Tables>; files: FileStore },
  {
    certificationId,
    format,
    questionIds,
    language = 'en',
    attemptId,
    simulationId,
  }: FlashcardsRequest & { simulationId?: string | undefined },
  owner: AttemptOwner | undefined,
  now: Date,
): Promise<FlashcardsResult> {
  const certification = await findCertification(db, certificationId)
  const attempt = attemptId && owner ? await findAttempt(db, attemptId, owner) : undefined
  if (attemptId && !(attempt && hasFinished(attempt.attempt) && attempt.attempt.certificationId === certificationId))
    return { ok: false, refusal: 'ATTEMPT_MISSING' }
  if (!certification && !attempt) return { ok: false, refusal: 'UNKNOWN_CERTIFICATION' }
  const sealed = await listSealedIds(db, certificationId, owner, simulationId, now)
  if (questionIds.some((id) => sealed.has(id))) return { ok: false, refusal: 'FLASHCARDS_SEALED' }
  const found = attempt ? await listOfAttempt(db, attempt, questionIds) : await listQuestionsById(db, certificationId, questionIds)
  if (found.length === 0) return { ok: false, refusal: 'FLASHCARDS_GONE' }
  const { questions, caseStudies } = await showInLanguage(db, language, found, await listPinnedCaseStudies(db, found))
  const bytes = format === 'csv' ? Buffer.from(printFlashcardsCsv(questions)) : await printDeck()
  return { ok: true, bytes, name: flashcardsName(certificationId, format), type: types[format], cardCount: questions.length }

  async function printDeck(): Promise<Uint8Array> {
    const cards = questions.map((question) =>
      toFlashcard(
        question,
        caseStudies.find(({ id }) => id === question.caseStudyId),
      ),
    )
    return printPackage({ certificationId, name: `Praxam::${certificationId.toUpperCase()}`, cards }, files, now)
  }
}

/** Ids of the questions in the owner's simulation of this exam, if one is in progress. */
async function listSealedIds(
  db: Db,
  certificationId: string,
  owner: AttemptOwner | undefined,
  simulationId: string | undefined,
  now: Date,
): Promise<ReadonlySet<string>> {
  if (!owner) return new Set()
  const simulation =
    'userId' in owner
      ? await findSimulationInProgress(db, owner.userId, certificationId, now)
      : simulationId && (await findAttempt(db, simulationId, owner))
  if (!simulation || hasFinished(simulation.attempt) || (simulation.deadlineAt ?? now) <= now) return new Set()
  return new Set(simulation.attempt.questionIds)
}

/** The questions in the versions that the attempt has, with options in bank order. */
function listOfAttempt(db: Db, { pinned }: StoredAttempt, questionIds: readonly string[]): Promise<Question[]> {
  const wanted = new Set(questionIds)
  return listPinnedQuestions(db, { pinned: pinned.filter(({ id }) => wanted.has(id)), simulation: null })
}
