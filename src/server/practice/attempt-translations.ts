/** The translations of the questions of an attempt, for its screen and its results. */
import type { Kysely } from 'kysely'
import { hasFinished } from '#exam/attempt.ts'
import type { AttemptTranslationsResponse } from '#exam/contract.ts'
import { orderTranslation, shuffleTranslation } from '#exam/translation-order.ts'
import { sealTranslation, type TranslationLanguage } from '#exam/translation.ts'
import { listCaseStudyTranslations, listTranslations } from '#server/bank/index.ts'
import type { Tables } from '#server/db/tables.ts'
import { finishExpired } from '#server/practice/deadline.ts'
import { listPinnedVersions } from '#server/practice/pinned-questions.ts'
import { findAttempt, type AttemptOwner } from '#server/practice/store.ts'

/**
 * The translations of the questions of an attempt in their pinned versions, with the options in the order on screen. While a simulation is
 * in progress, they are sealed like its questions. `undefined` when the attempt is missing or has another owner.
 */
export async function findAttemptTranslations(
  db: Kysely<Tables>,
  id: string,
  owner: AttemptOwner,
  language: TranslationLanguage,
  now: Date,
): Promise<AttemptTranslationsResponse | undefined> {
  await finishExpired(db, now, { id })
  const stored = await findAttempt(db, id, owner)
  if (!stored) return undefined
  const { attempt, simulation } = stored
  const originals = await listPinnedVersions(db, { pinned: stored.pinned, simulation: null })
  const byId = new Map(originals.map((question) => [question.id, question]))
  const translations = (await listTranslations(db, language, originals)).flatMap((translation) => {
    const original = byId.get(translation.id)
    if (!original) return []
    return [simulation ? shuffleTranslation(translation, original, simulation.seed) : orderTranslation(translation, original, attempt.seed)]
  })
  const caseStudyIds = [...new Set(originals.flatMap(({ caseStudyId }) => caseStudyId ?? []))]
  return {
    translations: !simulation || hasFinished(attempt) ? translations : translations.map(sealTranslation),
    caseStudies: await listCaseStudyTranslations(db, language, caseStudyIds),
  }
}
