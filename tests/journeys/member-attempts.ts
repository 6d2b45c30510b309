/** Attempts of members: answers saved on the server, or only on the device. */
import { expect, type Page } from '@playwright/test'
import type { JournalEntry } from '#exam/moves.ts'
import { becomeMember, test as base } from '#tests/journeys/accounts.ts'
import { expectSaved, giveAnswer, openExam } from '#tests/journeys/exam-screen.ts'
import type { NumberedQuestion, NumberedQuestions } from '#tests/journeys/fixtures.ts'
import { en } from '#web/text/en/en.ts'

const { exam } = en

/** `questions`: the bank that these journeys practice. */
export const test = base.extend<{ questions: NumberedQuestions }>({
  questions: async ({ readBank }, use) => use(await readBank('pl-900')),
})

/** Console messages of the browser about requests that reach no server. */
export const unreachableErrors =
  /Failed to load resource: net::ERR_(?:CONNECTION_REFUSED|CONNECTION_RESET|INTERNET_DISCONNECTED|FAILED|EMPTY_RESPONSE)/

/** Creates an account and answers the first question, which the server saves. Returns the email address. */
export async function answerAsMember(page: Page, origin: string | undefined, first: NumberedQuestion): Promise<string> {
  const email = await becomeMember(page, origin)
  const checked = waitForCheck(page)
  await openExam(page, 'pl-900')
  await giveAnswer(page, first, first.answerKey)
  await expectSavedOnServer(page)
  await checked
  return email
}

/**
 * Waits until a member's exam page has checked the account for a newer attempt, which it does once after it is opened. If the member signed
 * out in another tab before that, the request would be refused, and the browser would log an error.
 */
export async function waitForCheck(page: Page): Promise<void> {
  await page.waitForResponse('**/api/attempts/latest?*')
}

/** Waits until the screen shows that the server has everything. */
export async function expectSavedOnServer(page: Page): Promise<void> {
  await expect(page.getByText(exam.savedInAccount, { exact: true })).toBeVisible()
}

/** Answers the first question as a guest, whose answers are only on this device. */
export async function answerAsGuest(page: Page, first: NumberedQuestion): Promise<void> {
  await openExam(page, 'pl-900')
  await giveAnswer(page, first, first.answerKey)
  await expectSaved(page)
}

type ServerAttempt = { id: string; next: number; entries: JournalEntry[] }

/** The server's copy of the latest attempt at the entire bank, requested with the session of the page. */
export async function latestAttempt(page: Page): Promise<ServerAttempt | null> {
  const origin = new URL(page.url()).origin
  const response = await page.request.get(`${origin}/api/attempts/latest?certification=pl-900&set=all`)
  expect(response.status()).toBe(200)
  return ((await response.json()) as { attempt: ServerAttempt | null }).attempt
}

/** Ids of the answered questions, in the order in which the answers arrived. */
export function answeredIds(attempt: ServerAttempt | null): string[] {
  return (attempt?.entries ?? []).flatMap(({ move }) => (move.type === 'answer' ? [move.questionId] : []))
}
