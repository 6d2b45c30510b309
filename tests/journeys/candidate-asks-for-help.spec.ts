import type { Locator, Page } from '@playwright/test'
import { listItems } from '#exam/arrangement.ts'
import { plainText } from '#exam/plain-text.ts'
import type { Question } from '#exam/question.ts'
import { giveAnswer, goToQuestion, openExam, reveal } from '#tests/journeys/exam-screen.ts'
import { expect, expectHtml, firstOf, test } from '#tests/journeys/fixtures.ts'
import { help } from '#web/text/en/help.ts'

async function openHelp(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Ask AI for Help' }).click()
  return page.getByRole('dialog', { name: 'Ask AI for Help' })
}

async function ask(dialog: Locator, words: string): Promise<void> {
  await dialog.getByPlaceholder('Ask a question about this topic...').fill(words)
  await dialog.getByRole('button', { name: 'Send' }).click()
}

/** Sentences that would give away the answer key before it is revealed. */
function secretsOf({ explanation, optionExplanations }: Question): string[] {
  return [explanation, ...optionExplanations]
    .flatMap((html) => plainText(html ?? '').split(/(?<=[.!?])\s+/))
    .filter((sentence) => sentence.length > 20)
}

test.describe('Ask AI for Help', () => {
  test('shows the question and says that it is built-in', async ({ page, readBank }) => {
    const question = firstOf(await readBank('pl-900'), 'single_choice')
    await openExam(page, 'pl-900')
    await goToQuestion(page, question.number)
    const dialog = await openHelp(page)
    await expectHtml(dialog, question.text)
    await expect(dialog).toContainText(/built-in/i)
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
    await expect(dialog.getByRole('log')).toContainText(help.reply.notYet)
    await expect(send).toBeEnabled()
  })

  test('never mentions the answer key of any question before it is revealed', async ({ page, readBank }) => {
    await page.clock.install()
    await openExam(page, 'pl-900')
    for (const question of await readBank('pl-900')) {
      await goToQuestion(page, question.number)
      const dialog = await openHelp(page)
      const log = dialog.getByRole('log')
      await ask(dialog, `Which one is right, and why? ${listItems(question).map(plainText).join(' ')}`.slice(0, 500))
      await expect(dialog.getByText(help.busy)).toBeVisible()
      await page.clock.fastForward(1500)
      await expect(log).toContainText(help.reply.notYet)
      const said = (await log.textContent()) ?? ''
      const reply = said.slice(said.indexOf(help.assistant))
      for (const secret of secretsOf(question)) expect(reply).not.toContain(secret)
      await page.keyboard.press('Escape')
    }
  })

  test('quotes the explanation once it is revealed', async ({ page, readBank }) => {
    const question = firstOf(await readBank('pl-900'), 'single_choice')
    await openExam(page, 'pl-900')
    await goToQuestion(page, question.number)
    await giveAnswer(page, question, question.answerKey)
    await reveal(page)
    const dialog = await openHelp(page)
    await ask(dialog, 'Why?')
    const log = dialog.getByRole('log')
    await expect(log).toContainText(help.reply.explained)
    await expectHtml(log, question.explanation)
    await expect(log.getByRole('link', { name: 'Reference Documentation' })).toHaveAttribute('href', question.reference)
  })
})
