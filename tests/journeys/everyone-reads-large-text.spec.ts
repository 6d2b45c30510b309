import type { Page } from '@playwright/test'
import { cardOf, expectUsable, finish, giveAnswer, goToQuestion, openExam, reveal } from '#tests/journeys/exam-screen.ts'
import { commonTypes, examOfAllTypes, expect, firstOf, shortExam, test } from '#tests/journeys/fixtures.ts'
import { en } from '#web/text/en/en.ts'

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

test.use({ viewport: { width: 375, height: 812 }, hasTouch: true })

test.describe('With text at 200 percent on a phone, nothing is cut off', () => {
  test.beforeEach(async ({ page }) => {
    // As set in the browser. The page scales with the size of the root element.
    await page.addInitScript(() => {
      const enlarge = () => document.documentElement?.style.setProperty('font-size', '200%')
      enlarge()
      document.addEventListener('DOMContentLoaded', enlarge)
    })
  })

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

/** Elements that end beyond the window, except in parts that scroll by themselves. */
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

/** Controls lower than 24 px, except links within a sentence. */
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
