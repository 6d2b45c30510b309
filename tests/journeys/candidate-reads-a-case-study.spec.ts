import type { CaseStudy } from '#exam/question.ts'
import { expectOnQuestion, goToQuestion, openExam } from '#tests/journeys/exam-screen.ts'
import { expect, expectHtml, test } from '#tests/journeys/fixtures.ts'
import { en } from '#web/text/en/en.ts'

const { exam, site } = en

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

  test('is used by at least four questions', async ({ readBank }) => {
    const questions = await readBank('mb-800')
    const id = questions.find(({ caseStudyId }) => caseStudyId !== null)?.caseStudyId
    expect(questions.filter(({ caseStudyId }) => caseStudyId === id).length).toBeGreaterThanOrEqual(4)
  })
})
