import { starting } from '#web/text/en/start-attempt.ts'
import {
  cardOf,
  expectAnswer,
  expectOnQuestion,
  expectUsable,
  finish,
  giveAnswer,
  goToQuestion,
  openExam,
  reload,
  reveal,
  restartAsGuest,
  wrongAnswer,
} from '#tests/journeys/exam-screen.ts'
import { expect, expectAccessible, test } from '#tests/journeys/fixtures.ts'
import { en } from '#web/text/en/en.ts'
import { keyboardShortcuts } from '#web/text/en/keyboard-shortcuts.ts'
import { practicePanel } from '#web/text/en/practice-panel.ts'
import { reports } from '#web/text/en/reports.ts'
import { saving } from '#web/text/en/saving.ts'
import { simulation } from '#web/text/en/simulation.ts'
import { results } from '#web/text/en/results.ts'

const { exam } = en

test.describe('A browser that refuses storage', () => {
  test('shows a warning, and the attempt continues to its results', async ({ page, readBank }) => {
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('The user denied permission to access the database.', 'SecurityError')
      }
    })
    const questions = await readBank('pl-900')
    await openExam(page, 'pl-900')
    await expect(page.getByRole('alert')).toContainText(exam.unsavedTitle)
    await expect(page.getByRole('alert')).toContainText(saving.unsaved.unavailable)
    for (const question of questions) {
      await goToQuestion(page, question.number)
      await giveAnswer(page, question, question.answerKey)
    }
    await goToQuestion(page, 1)
    if (questions[0]) await expectAnswer(page, questions[0], questions[0].answerKey)
    await reveal(page)
    await expect(cardOf(page).getByRole('heading', { name: 'Explanation:' })).toBeVisible()
    await expect(page.getByText(exam.saved, { exact: true })).toBeHidden()
    await expect(page.getByRole('alert')).toBeVisible()
    await finish(page)
    await expect(
      page.getByRole('heading', { level: 1, name: results.correctOfAnswered(questions.length, questions.length, 0) }),
    ).toBeVisible()
    await restartAsGuest(page)
    await expect(page.getByRole('alert')).toContainText(exam.unsavedTitle)
  })

  test('still practices the mistakes of the attempt', async ({ page, readBank }) => {
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('The user denied permission to access the database.', 'SecurityError')
      }
    })
    const [first] = await readBank('pl-900')
    if (!first) throw new Error('pl-900 has no questions')
    await openExam(page, 'pl-900')
    await giveAnswer(page, first, wrongAnswer(first))
    await finish(page)
    await page.getByRole('button', { name: results.fixMistakes(1) }).click()
    await expect(page.getByRole('region', { name: exam.questionOf(1, 1) })).toBeVisible()
  })
})

test.describe('A browser that refuses every storage', () => {
  // The router's script that restores the scroll position reports a security error, without consequences.
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|Failed to load resource|^error: SecurityError: Access is denied|^page error: $/ })

  test('still practices ten questions, keeps choices and a report while the page is open, and takes a simulation', async ({
    page,
    context,
  }) => {
    test.setTimeout(90_000)
    await page.addInitScript(() => {
      const refuse = () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      }
      IDBFactory.prototype.open = refuse
      CacheStorage.prototype.open = refuse
      LockManager.prototype.request = () => Promise.reject(new DOMException('Access is denied in this context.', 'SecurityError'))
      for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse })
    })
    for (const path of ['/', '/certifications']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    await page.goto('/certifications/pl-900')
    await page.getByRole('button', { name: practicePanel.start(10) }).click()
    await expect(page.getByRole('alert')).toContainText(saving.unsaved.unavailable)
    await page.keyboard.press('?')
    await page.getByRole('switch', { name: keyboardShortcuts.enable }).press('Space')
    await page.keyboard.press('Escape')
    await page.keyboard.press('n')
    await expectOnQuestion(page, 1)
    await reveal(page)
    await cardOf(page).getByRole('button', { name: reports.report }).click()
    const dialog = page.getByRole('dialog', { name: reports.title })
    await dialog.getByRole('radio', { name: reports.reasons.unclear.name }).check()
    await dialog.getByRole('textbox', { name: reports.text }).fill('The year is missing.')
    await context.setOffline(true)
    await dialog.getByRole('button', { name: reports.send }).click()
    await expect(dialog.getByText(reports.problems.NOT_KEPT())).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: reports.text })).toHaveValue('The year is missing.')
    await context.setOffline(false)
    await dialog.getByRole('button', { name: reports.send }).click()
    await expect(dialog.getByRole('status')).toHaveText(reports.sent)
    await page.keyboard.press('Escape')
    const radios = cardOf(page).getByRole('radio')
    do await page.getByRole('button', { name: 'Next', exact: true }).click()
    while ((await radios.count()) === 0)
    await radios.first().check()
    await finish(page)
    await expect(page.getByText(results.notAnswered(9))).toBeVisible()

    await page.goto('/exam/pl-900/simulation')
    await page.getByRole('button', { name: simulation.start }).click()
    await expect(page.getByText(simulation.notSaved.unavailable)).toBeVisible()
    await expectOnQuestion(page, 1)
  })
})

test.describe('A storage that opens and does not answer', () => {
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      IDBDatabase.prototype.transaction = () => {
        throw new DOMException('Internal error.', 'UnknownError')
      }
    }),
  )

  test('does not prevent a simulation', async ({ page }) => {
    await page.goto('/exam/pl-900/simulation')
    await expect(page.getByText(simulation.unread)).toBeVisible()
    await page.getByRole('button', { name: simulation.start }).click()
    await expect(page.getByText(simulation.notSaved.unavailable)).toBeVisible()
    await expectOnQuestion(page, 1)
  })

  test('is reported where a custom set would start', async ({ page }) => {
    await page.goto('/exam/pl-900/build')
    await page.getByRole('button', { name: /^Start \d+ Question/ }).click()
    await expect(page.getByRole('alert')).toHaveText(starting.notStarted.unavailable)
  })
})

test.describe('A storage that stops answering', () => {
  test('is reported where mistakes would be practiced', async ({ page, readBank }) => {
    const [first] = await readBank('pl-900')
    if (!first) throw new Error('pl-900 has no questions')
    await openExam(page, 'pl-900')
    await giveAnswer(page, first, wrongAnswer(first))
    await finish(page)
    await page.evaluate(() => {
      IDBDatabase.prototype.transaction = () => {
        throw new DOMException('Internal error.', 'UnknownError')
      }
    })
    await page.getByRole('button', { name: results.fixMistakes(1) }).click()
    await expect(page.getByRole('alert')).toHaveText(starting.notStarted.unavailable)
  })
})

test.describe('A storage that does not open', () => {
  test('may contain a simulation, which is reported before another one starts', async ({ page }) => {
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('Internal error opening backing store.', 'UnknownError')
      }
    })
    await page.goto('/exam/pl-900/simulation')
    await expect(page.getByText(simulation.unread)).toBeVisible()
    await page.getByRole('button', { name: simulation.start }).click()
    await expectOnQuestion(page, 1)
  })

  test('contains none when the browser refuses storage', async ({ page }) => {
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('The user denied permission to access the database.', 'SecurityError')
      }
    })
    await page.goto('/exam/pl-900/simulation')
    await expect(page.getByRole('button', { name: simulation.start })).toBeEnabled()
    await expect(page.getByText(simulation.unread)).toBeHidden()
  })
})

test.describe('A full storage', () => {
  test('is named where ten questions would start, and they start once there is room', async ({ page }) => {
    await page.addInitScript(() => {
      const stores = IDBObjectStore.prototype
      const add = Reflect.get(stores, 'add')
      stores.add = function (...given) {
        if (window.name !== 'room') throw new DOMException('No room.', 'QuotaExceededError')
        return Reflect.apply(add, this, given)
      }
    })
    await page.goto('/exam/pl-900?start=10')
    await expect(page.getByRole('alert')).toContainText(starting.notStarted.full)
    await expectAccessible(page)
    await page.evaluate(() => void (window.name = 'room'))
    await page.getByRole('link', { name: en.site.tryAgain }).click()
    await expectUsable(page)
  })

  test('is reported in a warning, the attempt continues, and saving resumes once there is room', async ({ page, readBank }) => {
    await page.addInitScript(() => {
      const stores = IDBObjectStore.prototype
      const add = Reflect.get(stores, 'add')
      stores.add = function (...given) {
        if (document.documentElement.dataset['full'] === 'yes') throw new DOMException('No room.', 'QuotaExceededError')
        return Reflect.apply(add, this, given)
      }
    })
    const fill = (isFull: 'yes' | 'no') => page.evaluate((isFull) => void (document.documentElement.dataset['full'] = isFull), isFull)
    const [first, second, third] = await readBank('pl-900')
    if (!first || !second || !third) throw new Error('pl-900 has too few questions')
    await openExam(page, 'pl-900')
    await giveAnswer(page, first, first.answerKey)
    await expect(page.getByText(exam.saved, { exact: true })).toBeVisible()
    await fill('yes')
    await goToQuestion(page, 2)
    await giveAnswer(page, second, second.answerKey)
    await expect(page.getByRole('alert')).toContainText(saving.unsaved.full)
    await expectAnswer(page, second, second.answerKey)
    await fill('no')
    await goToQuestion(page, 3)
    await giveAnswer(page, third, third.answerKey)
    await expect(page.getByRole('alert')).toBeHidden()
    await expect(page.getByText(exam.saved, { exact: true })).toBeVisible()
    await reload(page)
    for (const question of [first, second, third]) {
      await goToQuestion(page, question.number)
      await expectAnswer(page, question, question.answerKey)
    }
  })
})
