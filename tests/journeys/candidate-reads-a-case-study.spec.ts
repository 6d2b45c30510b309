import type { Locator, Page } from '@playwright/test'
import type { CaseStudy } from '#exam/question.ts'
import { cardOf, expectOnQuestion, expectSaved, goToQuestion, openExam, reload } from '#tests/journeys/exam-screen.ts'
import { expect, expectAccessible, expectHtml, test } from '#tests/journeys/fixtures.ts'
import { caseStudyReader } from '#web/text/en/case-study-reader.ts'
import { en } from '#web/text/en/en.ts'

const { exam, site } = en

/** Selects the first words of the second text in a case study. Returns them. */
async function selectWords(text: Locator, count: number): Promise<string> {
  return text.evaluate((element, words) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const long: Node[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) if ((node.textContent ?? '').trim().length > 30) long.push(node)
    const node = long[1] ?? long[0]
    if (!node) return ''
    const selected = (node.textContent ?? '').split(' ').slice(0, words).join(' ')
    document.getSelection()?.setBaseAndExtent(node, 0, node, selected.length)
    return selected
  }, count)
}

/** The texts that the browser highlights as marks. */
async function listHighlighted(page: Page): Promise<string[]> {
  return page.evaluate(() => [...(CSS.highlights.get('case-study-mark') ?? [])].map(String))
}

test.describe('A case study', () => {
  test('opens beside its question, shows title and content, and returns the focus', async ({ page, readBank, request }) => {
    const question = (await readBank('mb-800')).find(({ caseStudyId }) => caseStudyId !== null)
    if (!question) throw new Error('mb-800 has no case study')
    const { title, content } = (await (await request.get(`/api/case-studies/${question.caseStudyId}`)).json()) as CaseStudy
    await openExam(page, 'mb-800')
    await expect(page.getByRole('button', { name: 'Open Case Study' }), 'question 1 stands alone').toBeHidden()
    await goToQuestion(page, question.number)

    const opener = page.getByRole('button', { name: 'Open Case Study' })
    const dialog = page.getByRole('dialog', { name: new RegExp(title) })
    await expect(opener, 'only one of the two is shown').toHaveCount(1)
    const waysToClose = [
      () => dialog.getByRole('button', { name: exam.backToQuestion }).click(),
      () => dialog.getByRole('button', { name: site.close, exact: true }).click(),
      () => page.keyboard.press('Escape'),
    ]
    for (const close of waysToClose) {
      await opener.click()
      await expect(dialog.getByRole('heading', { name: title })).toBeVisible()
      await expectHtml(dialog, content)
      await close()
      await expect(dialog).toBeHidden()
      await expect(opener).toBeFocused()
    }
    await expectOnQuestion(page, question.number)
  })

  test('is beside its question on a wide screen, with tabs, and keeps its place', async ({ page, readBank }) => {
    await page.setViewportSize({ width: 1280, height: 500 })
    const questions = await readBank('mb-800')
    const question = questions.find(({ caseStudyId }) => caseStudyId !== null)
    const second = questions.find((one) => one.caseStudyId === question?.caseStudyId && one.number !== question?.number)
    if (!question || !second) throw new Error('mb-800 has no case study with two questions')
    await openExam(page, 'mb-800')
    await goToQuestion(page, question.number)
    const panel = page.getByRole('region', { name: /^Case study: / })
    const text = panel.getByRole('tabpanel')
    await expect(panel).toBeInViewport()
    await expect(page.getByText(exam.caseStudyNotice)).toBeHidden()
    const [left, right] = await Promise.all([panel, cardOf(page)].map((part) => part.boundingBox()))
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0)

    await panel.getByRole('tab', { name: caseStudyReader.all }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    const tab = panel.getByRole('tab').nth(2)
    await expect(tab).toBeFocused()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    await expect(text).toHaveAccessibleName((await tab.textContent()) ?? '')
    await expectOnQuestion(page, question.number)
    await text.evaluate((element) => element.scrollTo(0, 60))
    const scrolled = () => text.evaluate((element) => element.scrollTop)
    expect(await scrolled(), 'the text scrolls by itself').toBe(60)

    await goToQuestion(page, second.number)
    await expect.poll(scrolled).toBe(60)
    await goToQuestion(page, 1)
    await expect(panel).toBeHidden()
    await goToQuestion(page, second.number)
    await expect.poll(scrolled).toBe(60)
    await expectSaved(page)
    await reload(page)
    await expect.poll(scrolled).toBe(60)
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('r')
    await expect(cardOf(page).getByRole('heading', { name: 'Explanation:' })).toBeVisible()
    await expectAccessible(page)
  })

  test('opens in a dialog on a phone, with the same tabs', async ({ page, readBank }) => {
    await page.setViewportSize({ width: 375, height: 667 })
    const question = (await readBank('mb-800')).find(({ caseStudyId }) => caseStudyId !== null)
    if (!question) throw new Error('mb-800 has no case study')
    await openExam(page, 'mb-800')
    await goToQuestion(page, question.number)
    await expect(page.getByRole('region', { name: /^Case study: / })).toBeHidden()
    await page.getByRole('button', { name: 'Open Case Study' }).click()
    const dialog = page.getByRole('dialog', { name: /^Case study: / })
    await dialog.getByRole('tab').nth(1).click()
    await expect(dialog.getByRole('tabpanel')).toHaveAccessibleName((await dialog.getByRole('tab').nth(1).textContent()) ?? '')
    await dialog.getByRole('button', { name: exam.backToQuestion }).click()
    await page.getByRole('button', { name: 'Open Case Study' }).click()
    await expect(dialog.getByRole('tab').nth(1)).toHaveAttribute('aria-selected', 'true')
  })

  test('can be marked, and the marks stay with the attempt', async ({ page, readBank }) => {
    const question = (await readBank('mb-800')).find(({ caseStudyId }) => caseStudyId !== null)
    if (!question) throw new Error('mb-800 has no case study')
    await page.setViewportSize({ width: 1280, height: 800 })
    await openExam(page, 'mb-800')
    await goToQuestion(page, question.number)
    const panel = page.getByRole('region', { name: /^Case study: / })
    const tab = panel.getByRole('tab').nth(2)
    await tab.click()
    const words = await selectWords(panel.getByRole('tabpanel'), 3)
    await panel.getByRole('button', { name: caseStudyReader.mark, exact: true }).click()
    await expect(panel.getByRole('button', { name: caseStudyReader.mark, exact: true }), 'nothing is selected').toBeHidden()
    await expect.poll(() => listHighlighted(page)).toEqual([words])

    await panel.getByRole('tab', { name: caseStudyReader.all }).click()
    await expect.poll(() => listHighlighted(page), 'at the same place in the whole text').toEqual([words])
    const list = panel.getByRole('region', { name: caseStudyReader.list })
    await expect(list.getByRole('button', { name: words, exact: true })).toBeVisible()
    await expectAccessible(page)
    await expectSaved(page)
    await reload(page)
    await expect.poll(() => listHighlighted(page)).toEqual([words])
    await list.getByRole('button', { name: `${caseStudyReader.remove}: ${words}` }).click()
    await expect(list).toBeHidden()
    expect(await listHighlighted(page)).toEqual([])
  })

  test('is used by at least four questions', async ({ readBank }) => {
    const questions = await readBank('mb-800')
    const id = questions.find(({ caseStudyId }) => caseStudyId !== null)?.caseStudyId
    expect(questions.filter(({ caseStudyId }) => caseStudyId === id).length).toBeGreaterThanOrEqual(4)
  })
})
