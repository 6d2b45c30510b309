import { questionTypes } from '#exam/question.ts'
import {
  cardOf,
  expectSaved,
  finish,
  giveAnswer,
  goToQuestion,
  openExam,
  pieceButton,
  reveal,
  wrongAnswer,
} from '#tests/journeys/exam-screen.ts'
import { expect, expectAccessible, firstOf, test } from '#tests/journeys/fixtures.ts'
import { en } from '#web/text/en/en.ts'

const { catalogue, exam, site } = en

test.describe('In light and dark, at 320, 768 and 1280 px, without a serious finding and without scrolling sideways,', () => {
  for (const path of [
    '/',
    '/certifications',
    '/certifications?family=CRM',
    '/certifications/mb-800',
    '/certifications/mb-200',
    '/certifications/mb-300',
    '/privacy',
    '/terms',
    '/contact',
    '/exam/pl-900?set=mistakes',
    '/exam/pl-900?set=area-9',
  ]) {
    test(`${path} can be used`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
    })
  }

  test('the home page with its question revealed can be used', async ({ page }) => {
    await page.goto('/')
    const card = page.getByRole('region', { name: site.tryOneLabel })
    await card.getByRole('radio').first().check()
    await card.getByRole('button', { name: exam.reveal }).click()
    await expectAccessible(page)
  })

  test('a certification with everything unfolded and a run under way can be used', async ({ page, readBank }) => {
    const [question] = await readBank('mb-800')
    await openExam(page, 'mb-800')
    if (question) await giveAnswer(page, question, question.key)
    await expectSaved(page)
    await page.goto('/certifications/mb-800')
    await expect(page.getByRole('link', { name: /^Resume: / })).toBeVisible()
    for (const fold of await page.getByRole('group').all()) await fold.locator('summary').click()
    await expect(page.getByText(catalogue.facts.priceUsd, { exact: true }).last()).toBeVisible()
    await expectAccessible(page)
  })

  for (const type of questionTypes) {
    test(`a ${exam.types[type]} question can be used, untouched, answered and revealed`, async ({ page, readBank }) => {
      test.setTimeout(90_000)
      const question = firstOf(await readBank('mb-800'), type)
      await openExam(page, 'mb-800')
      await goToQuestion(page, question.number)
      await expectAccessible(page)
      if (type === 'reorder' || type === 'drag_drop') {
        await pieceButton(page, question, 0).click()
        await expectAccessible(page)
        await pieceButton(page, question, 0).click()
      }
      await giveAnswer(page, question, wrongAnswer(question))
      await cardOf(page).getByRole('button', { name: exam.flag, exact: true }).click()
      await reveal(page)
      await expectSaved(page)
      await expectAccessible(page)
    })
  }

  test('a question with a case study can be used, and the case study itself', async ({ page, readBank }) => {
    const question = (await readBank('mb-800')).find(({ caseStudyId }) => caseStudyId !== null)
    await openExam(page, 'mb-800')
    await goToQuestion(page, question?.number ?? 1)
    await expectAccessible(page)
    await page.getByRole('button', { name: exam.openCaseStudy }).click()
    await expectAccessible(page)
  })

  test('the dialogs for finishing, keys and help can be used', async ({ page }) => {
    await openExam(page, 'mb-800')
    await page.getByRole('button', { name: exam.finish }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('button', { name: exam.askHelp }).click()
    await page.getByRole('textbox', { name: exam.helpInputLabel }).fill('Why?')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('log')).toContainText(exam.help.notYet)
    await expectAccessible(page)
  })

  test('the results can be used, with a question opened', async ({ page, readBank }) => {
    const questions = await readBank('pl-900')
    await openExam(page, 'pl-900')
    for (const question of questions.slice(0, 5)) {
      await goToQuestion(page, question.number)
      await giveAnswer(page, question, question.number % 2 === 0 ? question.key : wrongAnswer(question))
    }
    await cardOf(page).getByRole('button', { name: exam.flag, exact: true }).click()
    await finish(page)
    await expectAccessible(page)
    const review = page.getByRole('region', { name: exam.questions })
    await review.getByRole('button', { name: exam.filters.all(questions.length) }).click()
    await review.getByRole('button', { expanded: false }).first().click()
    await expectAccessible(page)
  })

  test('the results of a long run, all blank, can be used', async ({ page }) => {
    await openExam(page, 'mb-800')
    await page.getByRole('button', { name: exam.flag, exact: true }).click()
    await finish(page)
    await expectAccessible(page)
  })

  test('the warning about storage can be used', async ({ page }) => {
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('The user denied permission to access the database.', 'SecurityError')
      }
    })
    await openExam(page, 'pl-900')
    await expect(page.getByRole('alert')).toBeVisible()
    await expectAccessible(page)
  })
})

test.describe('In light and dark, at 320, 768 and 1280 px,', () => {
  test.use({ expectedErrors: /status of 404/ })

  test('the page for an address that leads nowhere can be used', async ({ page }) => {
    await page.goto('/no-such-page')
    await expectAccessible(page)
  })
})
