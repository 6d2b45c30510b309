import { becomeMember, expect } from '#tests/journeys/accounts.ts'
import { cardOf, expectSaved, finish, giveAnswer, goToQuestion, openExam, reload } from '#tests/journeys/exam-screen.ts'
import { test, unreachableErrors } from '#tests/journeys/member-attempts.ts'
import { expectAccessible, shortExam } from '#tests/journeys/fixtures.ts'
import { en } from '#web/text/en/en.ts'
import { notes } from '#web/text/en/notes.ts'
import { saving } from '#web/text/en/saving.ts'
import { results } from '#web/text/en/results.ts'

const { exam } = en

test.use({ expectedErrors: unreachableErrors })

test.describe('Camille', () => {
  test('writes a note as a guest, finds it with its question, and adds it to the account', async ({ page, baseURL, questions }) => {
    await openExam(page, shortExam)
    const note = page.getByRole('textbox', { name: notes.label })
    await expect(note).toBeHidden()
    await page.keyboard.press('t')
    await expect(note).toBeFocused()
    await note.fill('User Setup wins.')
    await expect(cardOf(page).getByText(notes.saved, { exact: true })).toBeVisible()
    await expect(cardOf(page).getByText(notes.keptHere)).toBeVisible()
    await expectAccessible(page)
    await goToQuestion(page, 2)
    await expect(note).toBeHidden()
    await page.getByRole('button', { name: exam.note }).click()
    await note.fill('Written just before leaving')
    await goToQuestion(page, 1)
    await expect(note).toHaveValue('User Setup wins.')
    await goToQuestion(page, 2)
    await expect(note).toHaveValue('Written just before leaving')
    await note.fill('')
    await reload(page)
    await goToQuestion(page, 1)
    await expect(note).toHaveValue('User Setup wins.')
    await giveAnswer(page, questions[0], questions[0].answerKey)
    await expectSaved(page)

    await becomeMember(page, baseURL)
    await openExam(page, shortExam)
    await page.getByRole('button', { name: saving.add, exact: true }).click()
    await expect(page.getByRole('button', { name: saving.add, exact: true })).toBeHidden()
    await goToQuestion(page, 1)
    await expect(note).toHaveValue('User Setup wins.')
    await expect(cardOf(page).getByText(notes.keptHere)).toBeHidden()
  })

  test('writes a note offline, which the account gets later', async ({ page, context, baseURL }) => {
    await becomeMember(page, baseURL)
    await openExam(page, shortExam)
    const note = page.getByRole('textbox', { name: notes.label })
    await page.getByRole('button', { name: exam.note }).click()
    await expect(note).toBeFocused()
    await context.setOffline(true)
    await note.fill('On the train')
    await expect(cardOf(page).getByText(notes.saved, { exact: true })).toBeVisible()
    const sent = page.waitForResponse(
      (response) => response.url().endsWith('/api/notes') && response.request().postData()?.includes('train') === true,
    )
    await context.setOffline(false)
    expect((await sent).status()).toBe(200)
    const download = await page.request.get(`${new URL(page.url()).origin}/profile/my-data.json`)
    expect(await download.json()).toMatchObject({ questionNotes: [{ certification: shortExam, text: 'On the train' }] })
  })

  test('marks an answer as a guess before and after revealing it, and finds it in the results', async ({ page, questions }) => {
    const [first] = questions
    await openExam(page, shortExam)
    const guess = page.getByRole('button', { name: exam.guess, exact: true })
    const guessed = page.getByRole('button', { name: exam.guessed, exact: true })
    await guess.click()
    await expect(guessed).toHaveAttribute('aria-pressed', 'true')
    await giveAnswer(page, first, first.answerKey)
    await goToQuestion(page, 2)
    await page.keyboard.press('r')
    await page.keyboard.press('u')
    await expect(guessed).toBeVisible()
    await expectSaved(page)
    await reload(page)
    await expect(guessed).toBeVisible()
    await goToQuestion(page, 1)
    await page.keyboard.press('u')
    await expect(guess).toBeVisible()
    await expectSaved(page)
    await finish(page)
    await page.getByRole('button', { name: results.filters.guessed(1) }).click()
    await expect(page.getByRole('listitem').filter({ hasText: exam.guessed })).toHaveCount(2)
  })
})
