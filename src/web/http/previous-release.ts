/**
 * Names that pages of release 0.1.0 use. A tab that was opened, or a page that was saved offline, before an update still sends and
 * reads them. Remove this module in the release after the next one.
 */
import type { LatestSimulationResponse, SimulationSheetResponse } from '#exam/contract.ts'
import type { QuestionKnowledge } from '#exam/planning/knowledge.ts'
import type { Settings } from '#exam/planning/settings.ts'

/** Request fields by their earlier name. */
export const earlierRequestNames = { sent_at: 'sentAt', certification_id: 'certificationId', extra_time: 'extraTime' }

/** Adds the earlier names to the sheet of a simulation. A sealed sheet has no answer key under any name. */
export function withEarlierSheetNames(sheet: SimulationSheetResponse) {
  const earlier = { run: sheet.attempt, deadline_at: sheet.deadlineAt, extra_time: sheet.extraTime }
  if (!sheet.finished) return { ...sheet, ...earlier }
  const questions = sheet.questions.map((question) => ({ ...question, key: question.answerKey }))
  return { ...sheet, ...earlier, questions, gone: sheet.removedQuestionIds }
}

export function withEarlierSimulationNames(response: LatestSimulationResponse) {
  return { ...response, extra_time: response.extraTime }
}

export function withEarlierSettingsNames(settings: Pick<Settings, 'extraTime' | 'dailyQuestions' | 'timeZone'>) {
  return { ...settings, extra_time: settings.extraTime, daily_questions: settings.dailyQuestions, time_zone: settings.timeZone }
}

export function withEarlierKnowledgeNames<Entry extends QuestionKnowledge>(entries: readonly Entry[]) {
  return entries.map((entry) => ({ ...entry, settledAt: entry.answeredAt }))
}
