/** `GET /api/banks/:certificationId/translations/:language`: the names of the chunks with the translations of a bank, as `BankTranslations`. */
import { findCertificationRow } from '#server/catalogue/index.ts'
import { allowMethods } from '#web/http/methods.ts'
import { json } from '#web/http/problem.ts'
import { readTranslationLanguage } from '#web/http/translation-language.ts'
import { refuse } from '#web/http/refusals.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/translations.ts'

export const middleware = [allowMethods('GET')]

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, questionChunks } = context.get(servicesContext)
  const language = readTranslationLanguage(params.language)
  const certification = await findCertificationRow(db, params.certificationId)
  if (!certification) return refuse('UNKNOWN_CERTIFICATION')
  return json(await questionChunks.readTranslations(certification.id, language))
}
