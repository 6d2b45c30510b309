import type { Locator, Page } from '@playwright/test'
import { expectOnQuestion, expectUsable, giveAnswer, goToQuestion, openExam, reveal } from '#tests/journeys/exam-screen.ts'
import { expect, expectHtml, firstOf, test } from '#tests/journeys/fixtures.ts'
import { help } from '#web/text/en/help.ts'

async function openHelp(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Ask AI for Help' }).click()
  return page.getByRole('dialog', { name: /^Help with question/ })
}

async function ask(dialog: Locator, words: string): Promise<void> {
  await dialog.getByPlaceholder('Ask a question about this topic...').fill(words)
  await dialog.getByRole('button', { name: 'Send' }).click()
}

/** Asks, and waits for the reply. */
async function getReply(page: Page, dialog: Locator, words: string): Promise<Locator> {
  await ask(dialog, words)
  await expect(dialog.getByText(help.busy)).toBeVisible()
  await page.clock.fastForward(1500)
  await expect(dialog.getByText(help.busy)).toBeHidden()
  return dialog.locator('.reply').last()
}

test.describe('Ask AI for Help', () => {
  test('shows the question and says that it is built-in', async ({ page, readBank }) => {
    const question = firstOf(await readBank('pl-900'), 'single_choice')
    await openExam(page, 'pl-900')
    await goToQuestion(page, question.number)
    const dialog = await openHelp(page)
    await expectHtml(dialog, question.text)
    await expect(dialog).toContainText('Built in')
    await expect(dialog).toContainText('The answer stays hidden until you reveal it.')
    await expect(dialog).toContainText(help.notice.builtIn)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Ask AI for Help' })).toBeFocused()
  })

  test('sends only the typed text, and only one question at a time', async ({ page }) => {
    await openExam(page, 'pl-900')
    const dialog = await openHelp(page)
    const input = dialog.getByRole('textbox', { name: help.inputLabel })
    const send = dialog.getByRole('button', { name: 'Send' })
    await expect(send).toBeDisabled()
    await input.fill('   ')
    await expect(send, 'blanks are not a question').toBeDisabled()
    await input.fill('Why?')
    await expect(send).toBeEnabled()

    // From here on the clock is stopped, so 1.5 seconds are exact.
    await page.clock.install()
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await input.press('Enter')
    await expect(dialog.getByText(help.busy)).toBeVisible()
    await expect(input).toHaveValue('')
    await input.fill('And again?')
    await expect(send, 'busy').toBeDisabled()
    await page.clock.runFor(1400)
    await expect(dialog.getByText(help.busy)).toBeVisible()
    await page.clock.runFor(200)
    await expect(dialog.getByText(help.busy)).toBeHidden()
    await expect(dialog.getByRole('log')).toContainText('The question asks:')
    await expect(send).toBeEnabled()
  })

  test('gives three hints and the source, without a verdict before the reveal', async ({ page, readBank }) => {
    const question = firstOf(await readBank('pl-900'), 'single_choice')
    await page.clock.install()
    await openExam(page, 'pl-900')
    await goToQuestion(page, question.number)
    await giveAnswer(page, question, ['B'])
    const dialog = await openHelp(page)
    for (const [name, title] of [
      ['Hint', 'Hint 1 of 3'],
      ['Next Hint', 'Hint 2 of 3'],
      ['Next Hint', 'Hint 3 of 3'],
      ['Why not B?', 'I can’t say which choices are correct until you reveal the answer.'],
      ['Explain simply', 'The question asks:'],
      ['Show me in the docs', 'official'],
    ] as const) {
      await dialog.getByRole('button', { name, exact: true }).click()
      await page.clock.fastForward(1500)
      await expect(dialog.locator('.reply').last()).toContainText(title)
    }
    await expect(dialog.getByRole('button', { name: /Hint/ })).toBeHidden()
  })

  test('gives the reason of a choice by its letter on screen once it is revealed', async ({ page }) => {
    await page.clock.install()
    await page.goto('/exam/pl-900?start=10')
    await expect(page).toHaveURL(/set=mixed/)
    await expectUsable(page)
    await expectOnQuestion(page, 1)
    const options = page.locator('.options .option')
    for (let number = 2; (await options.count()) < 2; number++) {
      await page.getByRole('button', { name: 'Next', exact: true }).click()
      await expectOnQuestion(page, number)
    }
    const texts = await options.locator('> :nth-child(3)').allInnerTexts()
    await reveal(page)
    const dialog = await openHelp(page)
    await expect(await getReply(page, dialog, 'Why is A wrong?')).toContainText(`A, “${texts[0]}”, is`)
    await expect(await getReply(page, dialog, 'and why not b?')).toContainText(`B, “${texts[1]}”, is`)
  })

  test('keeps typed text and the conversation when the candidate moves on', async ({ page }) => {
    await page.clock.install()
    await openExam(page, 'pl-900')
    const dialog = await openHelp(page)
    await getReply(page, dialog, 'Hint')
    const input = dialog.getByRole('textbox', { name: help.inputLabel })
    await input.fill('half a quest')
    await page.keyboard.press('Escape')
    await goToQuestion(page, 2)
    await openHelp(page)
    await expect(dialog).toHaveAccessibleName('Help with question 2')
    await expect(input).toHaveValue('')
    await expect(dialog.locator('.reply')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await goToQuestion(page, 1)
    await openHelp(page)
    await expect(input).toHaveValue('half a quest')
    await expect(dialog.locator('.reply')).toContainText('Hint 1 of 3')
  })

  test('stays beside the question on a wide screen, where keyboard shortcuts still work', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await openExam(page, 'pl-900')
    await page.keyboard.press('/')
    const dialog = page.getByRole('dialog', { name: 'Help with question 1' })
    await expect(dialog.getByRole('textbox')).toBeFocused()
    const [panel, question] = [await dialog.boundingBox(), await page.getByRole('region', { name: /^Question 1 of/ }).boundingBox()]
    expect((question?.x ?? 0) + (question?.width ?? 0)).toBeLessThanOrEqual(panel?.x ?? 0)
    await page.getByRole('region', { name: /^Question 1 of/ }).focus()
    await page.keyboard.press('n')
    await expect(page.getByRole('dialog', { name: 'Help with question 2' })).toBeVisible()
    await page.setViewportSize({ width: 375, height: 667 })
    await expect.poll(() => page.locator('.side-panel').evaluate((panel) => panel.matches(':modal'))).toBe(true)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('quotes the explanation once it is revealed', async ({ page, readBank }) => {
    const question = firstOf(await readBank('pl-900'), 'single_choice')
    await page.clock.install()
    await openExam(page, 'pl-900')
    await goToQuestion(page, question.number)
    await giveAnswer(page, question, question.answerKey)
    await reveal(page)
    const dialog = await openHelp(page)
    await expectHtml(await getReply(page, dialog, 'Which one is correct?'), question.explanation)
    await getReply(page, dialog, 'Show me in the docs')
    await expect(dialog.locator(`a[href="${question.reference}"]`)).toBeVisible()
  })
})
