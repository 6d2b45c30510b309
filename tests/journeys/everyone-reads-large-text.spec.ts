import type { Page } from '@playwright/test'
import { becomeMember } from '#tests/journeys/accounts.ts'
import {
  cardOf,
  expectUsable,
  finish,
  giveAnswer,
  goToQuestion,
  mapButton,
  mapEntry,
  mapOf,
  openExam,
  reveal,
} from '#tests/journeys/exam-screen.ts'
import { commonTypes, examOfAllTypes, expect, firstOf, shortExam, test } from '#tests/journeys/fixtures.ts'
import { en } from '#web/text/en/en.ts'
import { reports } from '#web/text/en/reports.ts'
import { results } from '#web/text/en/results.ts'

const { exam } = en

const paths = [
  '/',
  '/certifications',
  '/certifications/mb-800',
  '/exam/mb-800/build',
  '/exam/mb-800/review',
  '/exam/mb-800/simulation',
  '/exam/mb-800/paper?count=20',
  '/login',
  '/signup',
  '/contact',
  '/privacy',
  '/seo/mb-800-gratuit-en-ligne',
]

const memberPaths = [
  '/',
  '/certifications',
  '/certifications/mb-800',
  '/profile',
  '/profile/exam-dates',
  '/profile/settings',
  '/profile/account',
  '/profile/history',
  '/profile/shared',
  '/profile/reports',
  '/profile/progress/mb-800',
  '/exam/mb-800/review',
]

test.use({ viewport: { width: 375, height: 812 }, hasTouch: true })

test.describe('With text at 200 percent on a phone, nothing is cut off', () => {
  test.beforeEach(({ page }) => enlargeText(page))

  for (const path of paths) {
    test(`on ${path}`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await cutOff(page)).toEqual([])
    })
  }

  test('in an attempt with each question type, and in its results', async ({ page, readBank }) => {
    const bank = await readBank(examOfAllTypes)
    await openExam(page, examOfAllTypes)
    for (const type of commonTypes) {
      const question = firstOf(bank, type)
      await goToQuestion(page, question.number)
      await giveAnswer(page, question, question.answerKey)
      await reveal(page)
      expect.soft(await cutOff(page), exam.types[type]).toEqual([])
    }
    await finish(page)
    expect(await cutOff(page)).toEqual([])
  })
})

test.describe('With text at 200 percent on a phone, a member', () => {
  test.beforeEach(({ page }) => enlargeText(page))

  test('sees every page whole', async ({ page, baseURL }) => {
    await becomeMember(page, baseURL)
    await openExam(page, 'mb-800')
    await page.keyboard.press('a')
    await expect(page.getByText(exam.savedInAccount, { exact: true })).toBeVisible()
    await finish(page)
    await expect(page.getByRole('heading', { name: results.byArea })).toBeVisible()
    expect.soft(await cutOff(page), 'the results').toEqual([])
    for (const path of memberPaths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('banner').getByRole('button', { name: en.site.signOut })).toBeVisible()
      expect.soft(await cutOff(page), path).toEqual([])
    }
  })

  test('sees every dialog of an attempt whole', async ({ page, readBank }) => {
    const question = (await readBank('mb-800')).find(({ caseStudyId }) => caseStudyId !== null)
    if (!question) throw new Error('mb-800 has no case study')
    await openExam(page, 'mb-800')
    await mapButton(page).click()
    await expect(mapOf(page)).toBeVisible()
    expect.soft(await cutOff(page), 'the question map').toEqual([])
    await mapEntry(page, question.number).click()
    await cardOf(page).getByRole('button', { name: exam.note }).click()
    await expect(cardOf(page).getByRole('textbox')).toBeVisible()
    expect.soft(await cutOff(page), 'a note').toEqual([])
    await page.getByRole('button', { name: exam.askHelp }).press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    expect.soft(await cutOff(page), 'the help').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Open Case Study' }).press('Enter')
    await expect(page.getByRole('dialog').getByRole('tabpanel')).toBeVisible()
    expect.soft(await cutOff(page), 'a case study').toEqual([])
    await page.keyboard.press('Escape')
    await reveal(page)
    await cardOf(page).getByRole('button', { name: reports.report }).press('Enter')
    await expect(page.getByRole('dialog', { name: reports.title })).toBeVisible()
    expect(await cutOff(page), 'a report').toEqual([])
  })
})

test.describe('On a phone, every control is at least 24 px high', () => {
  for (const path of paths) {
    test(`on ${path}`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await smallTargets(page)).toEqual([])
    })
  }

  test('below a revealed question', async ({ page }) => {
    await page.goto(`/exam/${shortExam}`)
    await expectUsable(page)
    await reveal(page)
    await expect(cardOf(page).getByRole('link', { name: exam.reference }).first()).toBeVisible()
    expect(await smallTargets(page)).toEqual([])
  })
})

/** Sets the font size, as a user does in the browser. The page scales with the font size of the root element. */
async function enlargeText(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const enlarge = () => document.documentElement?.style.setProperty('font-size', '200%')
    enlarge()
    document.addEventListener('DOMContentLoaded', enlarge)
  })
}

/** Elements that extend beyond the window, except inside parts that scroll separately. */
async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const scrolls = (element: Element): boolean =>
      element !== document.documentElement &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || (element.parentElement !== null && scrolls(element.parentElement)))
    return [...document.body.querySelectorAll('*:not([tabindex="-1"][name])')]
      .filter((element) => {
        const { right, width: own, height } = element.getBoundingClientRect()
        return own > 1 && height > 1 && right > width + 1 && getComputedStyle(element).clipPath === 'none' && !scrolls(element)
      })
      .slice(0, 5)
      .map((element) => element.outerHTML.slice(0, 120))
  })
}

/** Controls less than 24 px high, except links within a sentence. */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('a[href], button, summary, select, textarea, input:not([type=hidden])')].flatMap((element) => {
      const { width, height } = element.getBoundingClientRect()
      const label = element.closest('label')
      const target = label ? label.getBoundingClientRect() : { width, height }
      const isHidden = width < 2 || height < 2 || getComputedStyle(element).visibility === 'hidden'
      const isInSentence = [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent?.trim().length ?? 0) > 1,
      )
      return isHidden || isInSentence || target.height >= 24 ? [] : [`${Math.round(target.height)} px: ${element.outerHTML.slice(0, 120)}`]
    }),
  )
}
