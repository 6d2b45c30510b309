/**
 * `GET /api/attempts/:attemptId/translations/:language`: the translations of the questions of an attempt, as
 * `AttemptTranslationsResponse` of `exam/contract.ts`.
 */
import { getAttemptOwner } from '#web/practice/api/attempt-owner.ts'
import { privateJson } from '#web/http/problem.ts'
import { refuse } from '#web/http/refusals.ts'
import { readTranslationLanguage } from '#web/http/translation-language.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/translations.ts'
import { findAttemptTranslations } from '#server/practice/index.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const language = readTranslationLanguage(params.language)
  const owner = await getAttemptOwner(request, context)
  const { db } = context.get(servicesContext)
  const found = await findAttemptTranslations(db, params.attemptId.toLowerCase(), owner, language, new Date())
  return found ? privateJson(found) : refuse('ATTEMPT_MISSING')
}
