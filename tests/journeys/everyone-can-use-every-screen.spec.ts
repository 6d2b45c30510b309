import { starting } from '#web/text/en/start-attempt.ts'
import {
  becomeMember,
  emailField,
  expectMessage,
  open,
  password,
  passwordField,
  setUpSecondFactor,
  signIn,
  signUp,
  test,
} from '#tests/journeys/accounts.ts'
import {
  cardOf,
  expectSaved,
  finish,
  giveAnswer,
  goToQuestion,
  openExam,
  reveal,
  slotOf,
  wrongAnswer,
} from '#tests/journeys/exam-screen.ts'
import { commonTypes, expect, expectAccessible, firstOf } from '#tests/journeys/fixtures.ts'
import { certificationPage } from '#web/text/en/certification-page.ts'
import { account, problemText } from '#web/text/en/accounts.ts'
import { en } from '#web/text/en/en.ts'
import { help } from '#web/text/en/help.ts'
import { home } from '#web/text/en/home.ts'
import { profile } from '#web/text/en/profile.ts'
import { settings } from '#web/text/en/settings.ts'
import { review } from '#web/text/en/review.ts'
import { results } from '#web/text/en/results.ts'

const { exam } = en

test.describe('In light and dark, at 320, 768 and 1280 px,', () => {
  test.use({ expectedErrors: /status of 40[014]/ })

  test('signing in and signing up can be used when something is wrong', async ({ page, baseURL }) => {
    await becomeMember(page, baseURL)
    await page.context().clearCookies()
    await open(page, '/login')
    await signIn(page, '', '')
    await expectMessage(page, problemText('FIELDS_BLANK'))
    await emailField(page).fill('camille')
    await passwordField(page).fill('short')
    await emailField(page).focus()
    await expect(page.getByText(problemText('SIGN_IN_PASSWORD_SHORT'))).toBeVisible()
    await expectAccessible(page)
    await passwordField(page).fill('long enough')
    await expect(page.getByText(problemText('SIGN_IN_PASSWORD_SHORT'))).toBeHidden()
    await open(page, '/signup')
    await signUp(page, 'camille', 'short')
    await expect(page.getByText(problemText('PASSWORD_TOO_SHORT'))).toBeVisible()
    await expectAccessible(page)
    await open(page, '/login/email')
    await emailField(page).fill('unknown@example.com')
    await page.getByRole('button', { name: account.sendCode }).click()
    await expectMessage(page, account.codeSent('unknown@example.com'))
    await expectAccessible(page)
  })

  test('the page for an unknown address can be used', async ({ page }) => {
    await page.goto('/no-such-page')
    await expectAccessible(page)
  })
})

test.describe('In light and dark, at 320, 768 and 1280 px, without a serious violation and without horizontal scrolling,', () => {
  for (const path of [
    '/',
    '/certifications',
    '/certifications?family=CRM',
    '/certifications/mb-800',
    '/certifications/mb-200',
    '/certifications/mb-300',
    '/readiness',
    '/privacy',
    '/terms',
    '/contact',
    '/exam/pl-900?set=mistakes',
    '/exam/pl-900?set=area-9',
    '/exam/mb-800/build',
    '/exam/mb-800/build?only=wrong',
    '/exam/mb-800/review',
    '/exam/mb-800/paper?count=10',
    '/exam/mb-800/paper?questions=0',
    '/login?notice=signed-out',
    '/login/email',
    '/login/link?token=x',
    '/login/sso',
    '/login/second-factor',
    '/login/second-factor?backup',
    '/signup',
    '/reset-password',
    '/reset-password?token=x',
    '/verify-email',
    '/verify-email?token=x',
    '/unsubscribe?token=x',
  ]) {
    test(`${path} can be used`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
    })
  }

  test('the home page with its question revealed can be used', async ({ page }) => {
    await page.goto('/')
    const card = page.getByRole('region', { name: home.tryOneLabel })
    await card.getByRole('radio').first().check()
    await card.getByRole('button', { name: 'Reveal Answer' }).click()
    await expectAccessible(page)
  })

  test('a certification with all sections expanded and an attempt in progress can be used', async ({ page, readBank }) => {
    const [question] = await readBank('mb-800')
    await openExam(page, 'mb-800')
    if (question) await giveAnswer(page, question, question.answerKey)
    await expectSaved(page)
    await page.goto('/certifications/mb-800')
    await expect(page.getByRole('link', { name: /^Resume question / })).toBeVisible()
    for (const fold of await page.locator('summary').all()) await fold.click()
    await expect(page.getByText(certificationPage.facts.priceUsd, { exact: true }).last()).toBeVisible()
    await expectAccessible(page)
  })

  for (const type of commonTypes) {
    test(`a ${exam.types[type]} question can be used, unanswered, answered and revealed`, async ({ page, readBank }) => {
      test.setTimeout(90_000)
      const question = firstOf(await readBank('mb-800'), type)
      await openExam(page, 'mb-800')
      await goToQuestion(page, question.number)
      await expectAccessible(page)
      if (type === 'drag_drop') {
        await slotOf(page, 1).click()
        await expectAccessible(page)
        await page.keyboard.press('Escape')
      }
      await giveAnswer(page, question, wrongAnswer(question))
      await cardOf(page).getByRole('button', { name: exam.flag, exact: true }).click()
      if (type === 'reorder' || type === 'drag_drop') await expectAccessible(page)
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
    await page.getByRole('button', { name: 'Open Case Study' }).click()
    await expectAccessible(page)
  })

  test('the dialogs for finishing, shortcuts and help can be used', async ({ page }) => {
    await openExam(page, 'mb-800')
    await page.getByRole('button', { name: 'Finish Exam' }).click()
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
    await page.getByRole('textbox', { name: help.inputLabel }).fill('Why?')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('log')).toContainText('The question asks:')
    await expectAccessible(page)
  })

  test('the results can be used, with a question expanded', async ({ page, readBank }) => {
    const questions = await readBank('pl-900')
    await openExam(page, 'pl-900')
    for (const question of questions.slice(0, 5)) {
      await goToQuestion(page, question.number)
      await giveAnswer(
        page,
        question,
        question.number % 2 === 1 || question.type === 'drag_drop' ? wrongAnswer(question) : question.answerKey,
      )
    }
    await cardOf(page).getByRole('button', { name: exam.flag, exact: true }).click()
    await finish(page)
    await expectAccessible(page)
    const review = page.getByRole('region', { name: exam.questions })
    await review.getByRole('button', { name: results.filters.all(questions.length) }).click()
    await review.getByRole('button', { expanded: false }).first().click()
    await expectAccessible(page)
    // A matching question with wrong pairs is the widest content.
    const matching = questions.slice(0, 5).findIndex(({ type }) => type === 'drag_drop')
    await review
      .locator(`#reviewed-${matching + 1}`)
      .getByRole('button', { expanded: false })
      .click()
    await expectAccessible(page)
  })

  test('the results of a long attempt, all blank, can be used', async ({ page }) => {
    await openExam(page, 'mb-800')
    await page.getByRole('button', { name: exam.flag, exact: true }).click()
    await finish(page)
    await expectAccessible(page)
  })

  test('the daily review of a member can be used', async ({ page, baseURL }) => {
    await becomeMember(page, baseURL)
    await open(page, '/exam/mb-800/review')
    await expect(page.getByText(review.nothingScheduled)).toBeVisible()
    await expect(page.getByRole('link', { name: starting.startCount(10) })).toBeVisible()
    await expectAccessible(page)
  })

  test('the profile can be used, and every page it links to', async ({ page, baseURL }) => {
    test.setTimeout(90_000)
    await becomeMember(page, baseURL)
    await open(page, '/profile')
    await expectAccessible(page)
    await open(page, '/profile/account?done=session-ended')
    await expect(page.getByRole('textbox', { name: profile.passkeyName })).toBeVisible()
    await expectAccessible(page)
    await open(page, '/profile/settings')
    for (const theme of ['dark', 'light'] as const) {
      await page.getByRole('radio', { name: settings.themes[theme] }).check()
      await expectAccessible(page)
    }
    for (const path of ['/profile/email', '/profile/password', '/profile/exam-dates', '/profile/delete']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
    }
  })

  test('the second factor can be used, during setup and when it is on', async ({ page, baseURL }) => {
    test.setTimeout(90_000)
    await becomeMember(page, baseURL)
    await open(page, '/profile/second-factor')
    await expectAccessible(page)
    await passwordField(page, profile.factorPassword).fill(password)
    await page.getByRole('button', { name: profile.beginFactor }).click()
    await expect(page.getByRole('img', { name: profile.picture })).toBeVisible()
    await expectAccessible(page)
    await open(page, '/profile/second-factor')
    await setUpSecondFactor(page)
    await open(page, '/profile/second-factor')
    await passwordField(page, profile.factorPassword).fill(password)
    await page.getByRole('button', { name: profile.newCodes }).click()
    await expectMessage(page, profile.newCodesMade)
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
