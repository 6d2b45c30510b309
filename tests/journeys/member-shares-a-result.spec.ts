import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { plainText } from '#exam/plain-text.ts'
import type { Move } from '#exam/moves.ts'
import { computeShare } from '#exam/answer-share.ts'
import { becomeMember, entryOf, expect, expectAccessible, expectMessage, open, post, test } from '#tests/journeys/accounts.ts'
import { finish, giveAnswer, openExam, wrongAnswer } from '#tests/journeys/exam-screen.ts'
import { shortExam, type NumberedQuestion } from '#tests/journeys/fixtures.ts'
import { exam } from '#web/text/en/practice.ts'
import { results } from '#web/text/en/results.ts'
import { sharing } from '#web/text/en/sharing.ts'
import { site } from '#web/text/en/site.ts'

/** Stores a finished attempt on the server. Of these questions, the first `rightCount` are answered correctly and the others incorrectly. */
async function practice(
  page: Page,
  origin: string | undefined,
  questions: readonly NumberedQuestion[],
  rightCount: number,
): Promise<string> {
  const id = randomUUID()
  const at = Date.now()
  const moves: Move[] = [
    { type: 'start', at, certificationId: 'pl-900', set: 'all', questionIds: questions.map((question) => question.id) },
    ...questions.map((question, i) => {
      const answer = i < rightCount ? question.answerKey : wrongAnswer(question)
      return { type: 'answer', at, questionId: question.id, answer } as const
    }),
    { type: 'finish', at },
  ]
  const answer = await page.request.post(`${origin}/api/attempts/${id}/moves`, {
    data: { base: 0, sentAt: at, entries: moves.map((move) => ({ key: randomUUID(), move })) },
    headers: { Origin: origin ?? '' },
  })
  expect(await answer.json()).toMatchObject({ finished: true })
  return id
}

const nameField = (page: Page) => page.getByRole('textbox', { name: sharing.name })
const addressField = (page: Page) => page.getByRole('textbox', { name: sharing.address })

/** Shares the attempt from its screen, and returns the address of the page. */
async function share(page: Page, attemptId: string, name: string): Promise<string> {
  await open(page, `/profile/shared/${attemptId}`)
  await nameField(page).fill(name)
  await page.getByRole('button', { name: sharing.share, exact: true }).click()
  await expectMessage(page, sharing.done['shared'] ?? '')
  return addressField(page).inputValue()
}

test.describe('Camille', () => {
  test('shares a result under a chosen name, and anyone with the link sees only that', async ({
    page,
    context,
    baseURL,
    readBank,
    openElsewhere,
  }) => {
    const questions = (await readBank('pl-900')).slice(0, 8)
    const email = await becomeMember(page, baseURL)
    const attemptId = await practice(page, baseURL, questions, 6)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const address = await share(page, attemptId, '  Camille   Martin ')
    expect(new URL(address).pathname).toMatch(/^\/results\/[\w-]{32}$/)
    await page.getByRole('button', { name: sharing.copy }).click()
    await expect(page.getByText(sharing.copied)).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)

    const noor = await openElsewhere()
    const answer = await noor.goto(address)
    await expect(noor.getByRole('heading', { level: 1, name: `${sharing.practice} ${sharing.of} Camille Martin` })).toBeVisible()
    const main = noor.getByRole('main')
    await expect(main).toContainText(results.percent(75))
    await expect(main).toContainText(sharing.counted(6, 8))
    await expect(main).toContainText(sharing.note)
    await expect(main).toContainText(sharing.kinds.all)
    // Practice has no passing score.
    await expect(noor.getByRole('img', { name: results.gauge(75, 70) })).toHaveCount(0)
    const headers = await answer?.allHeaders()
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'same-origin' })
    await expect(noor.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
    const card = (await noor.locator('meta[property="og:image"]').getAttribute('content')) ?? ''
    expect(new URL(card).pathname).toBe(`${new URL(address).pathname}/card.png`)
    const picture = await noor.request.get(card)
    expect([picture.status(), picture.headers()['content-type'], picture.headers()['cache-control']]).toEqual([
      200,
      'image/png',
      'no-store',
    ])
    const sent = (await answer?.text()) ?? ''
    for (const secret of [email, attemptId, ...questions.flatMap(({ id, text }) => [id, plainText(text).slice(0, 40)])])
      expect(sent).not.toContain(secret)
    await noor.getByRole('link', { name: sharing.practiceExam('PL-900') }).click()
    await expect(noor).toHaveURL('/exam/pl-900')
  })

  test('sees the shared results, renames one, and stops sharing it at once', async ({ page, baseURL, readBank, openElsewhere }) => {
    const questions = (await readBank('pl-900')).slice(0, 4)
    await becomeMember(page, baseURL)
    const [first, second] = [await practice(page, baseURL, questions, 4), await practice(page, baseURL, questions, 1)]
    const address = await share(page, first, 'Camille')
    await share(page, second, '')
    await page.getByRole('link', { name: sharing.toList }).click()
    const whole = entryOf(page, sharing.result('PL-900', computeShare(4, 4)))
    await expect(entryOf(page, sharing.result('PL-900', computeShare(1, 4)))).toContainText(sharing.shownAs(sharing.someoneAlone))
    await whole.getByRole('link', { name: sharing.change }).click()
    await expect(addressField(page)).toHaveValue(address)
    await nameField(page).fill('')
    await page.getByRole('button', { name: sharing.saveName }).click()
    await expectMessage(page, sharing.done['name-saved'] ?? '')

    const noor = await openElsewhere()
    await noor.goto(address)
    await expect(noor.getByRole('heading', { level: 1, name: `${sharing.practice} ${sharing.of} ${sharing.someone}` })).toBeVisible()
    const card = await noor.locator('meta[property="og:image"]').getAttribute('content')
    await page.getByRole('link', { name: sharing.toList }).click()
    await whole.getByRole('button', { name: sharing.stopSharing }).click()
    await expectMessage(page, sharing.done['stopped'] ?? '')
    await expect(whole).toBeHidden()
    expect((await noor.request.get(card ?? '')).status()).toBe(404)
    expect((await noor.reload())?.status()).toBe(404)
    await expect(noor.getByRole('heading', { level: 1, name: site.notFound })).toBeVisible()
    // The attempt still belongs to Camille, and can be shared again, at another address.
    expect(await share(page, first, '')).not.toBe(address)
  })

  test('copies the link by hand when the browser does not allow scripts to', async ({ page, baseURL, readBank }) => {
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined }))
    await becomeMember(page, baseURL)
    const address = await share(page, await practice(page, baseURL, (await readBank('pl-900')).slice(0, 2), 1), '')
    await page.getByRole('button', { name: sharing.copy }).click()
    await expect(page.getByText(sharing.notCopied)).toBeVisible()
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(address)
  })

  test('shares without scripts, too', async ({ page, baseURL, readBank }) => {
    await becomeMember(page, baseURL)
    const attemptId = await practice(page, baseURL, (await readBank('pl-900')).slice(0, 2), 1)
    const shared = await post(page, `${baseURL}/profile/shared/${attemptId}`, { name: 'Camille' })
    expect([shared.status(), shared.headers()['location']]).toEqual([302, `/profile/shared/${attemptId}?done=shared`])
    await open(page, `/profile/shared/${attemptId}`)
    const address = await addressField(page).inputValue()
    const token = address.split('/').at(-1) ?? ''
    expect((await post(page, `${baseURL}/profile/shared`, { token })).headers()['location']).toBe('/profile/shared?done=stopped')
    expect((await page.request.get(address)).status()).toBe(404)
  })
})

test.describe('From the results', () => {
  test('and from the history, a link leads Camille to sharing once the server has the attempt; guests have no such link', async ({
    page,
    baseURL,
    readBank,
  }) => {
    const questions = await readBank(shortExam)
    const link = page.getByRole('link', { name: exam.share })
    await openExam(page, shortExam)
    await finish(page)
    await expect(link).toHaveCount(0)

    await becomeMember(page, baseURL)
    await openExam(page, shortExam)
    if (questions[0]) await giveAnswer(page, questions[0], questions[0].answerKey)
    await finish(page)
    await link.click()
    await expect(page.getByRole('heading', { level: 1, name: sharing.shareTitle })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(sharing.counted(1, 1))
    const attemptId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await open(page, `/profile/history/${attemptId}`)
    await link.click()
    await expect(page.getByRole('heading', { level: 1, name: sharing.shareTitle })).toBeVisible()
  })
})

test.describe('In light and dark, at 320, 768 and 1280 px,', () => {
  test('sharing can be used: the form, the list, and the public page', async ({ page, baseURL, readBank }) => {
    test.setTimeout(120_000)
    const questions = await readBank('pl-900')
    await becomeMember(page, baseURL)
    await open(page, '/profile/shared')
    await expect(page.getByText(sharing.none)).toBeVisible()
    await expectAccessible(page)
    const attemptId = await practice(page, baseURL, questions, 20)
    await open(page, `/profile/shared/${attemptId}`)
    await expectAccessible(page)
    const address = await share(page, attemptId, 'M'.repeat(60))
    await expectAccessible(page)
    await open(page, '/profile/shared')
    await expectAccessible(page)
    await page.goto(address)
    await expectAccessible(page)
  })
})

test.describe('When something is wrong, Camille', () => {
  test.use({ expectedErrors: /status of 40[049]/ })

  test('sees which name is not allowed, and the typed text stays', async ({ page, baseURL, readBank }) => {
    await becomeMember(page, baseURL)
    const attemptId = await practice(page, baseURL, (await readBank('pl-900')).slice(0, 2), 1)
    await open(page, `/profile/shared/${attemptId}`)
    await nameField(page).evaluate((field) => field.removeAttribute('maxlength'))
    await nameField(page).fill('C'.repeat(61))
    await page.getByRole('button', { name: sharing.share, exact: true }).click()
    await expect(page.getByText(sharing.problems.NAME_LONG)).toBeVisible()
    await expect(nameField(page)).toHaveValue('C'.repeat(61))
    await expect(addressField(page)).toBeHidden()
  })

  test('finds nothing at the address of another member’s attempt, nor at an unshared address', async ({
    page,
    baseURL,
    readBank,
    openElsewhere,
  }) => {
    await becomeMember(page, baseURL)
    const attemptId = await practice(page, baseURL, (await readBank('pl-900')).slice(0, 2), 1)
    const noor = await openElsewhere()
    await becomeMember(noor, baseURL)
    for (const path of [`/profile/shared/${attemptId}`, `/profile/shared/${randomUUID()}`, `/results/${'a'.repeat(32)}`])
      expect([path, (await noor.goto(path))?.status()]).toEqual([path, 404])
    expect((await post(noor, `${baseURL}/profile/shared/${attemptId}`, { name: '' })).status()).toBe(404)
    await expect(noor.getByRole('heading', { level: 1, name: site.notFound })).toBeVisible()
  })
})
