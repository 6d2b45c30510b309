import { drawMixedPractice } from '#exam/planning/mixed-practice.ts'
import { seededRandom } from '#exam/random.ts'
import {
  cardOf,
  expectOnQuestion,
  expectSaved,
  finish,
  giveAnswer,
  goToQuestion,
  openExam,
  reveal,
  wrongAnswer,
} from '#tests/journeys/exam-screen.ts'
import { expect, expectHtml, test } from '#tests/journeys/fixtures.ts'
import { catalogue } from '#web/text/en/catalogue.ts'
import { certificationPage } from '#web/text/en/certification-page.ts'
import { en } from '#web/text/en/en.ts'
import { monthOfYear } from '#web/text/en/figures/dates.ts'
import { practicePanel } from '#web/text/en/practice-panel.ts'
import { results } from '#web/text/en/results.ts'

const { exam, site } = en

type Certification = {
  id: string
  name: string
  status: string
  retired_on: string | null
  successor: string | null
  successor_id: string | null
  skill_areas: { name: string; weight_min: number; weight_max: number }[]
}

test.describe('the page of a certification', () => {
  test('names the skill areas with their weights', async ({ page, request }) => {
    const { name, skill_areas: areas } = (await (await request.get('/api/certifications/mb-800')).json()) as Certification
    await page.goto('/certifications/mb-800')
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByText(/^Active/).first()).toBeVisible()
    const rows = page.getByRole('region', { name: certificationPage.toScale }).getByRole('listitem')
    for (const area of areas) {
      await expect(rows.filter({ hasText: area.name })).toContainText(catalogue.weightRange(area.weight_min, area.weight_max))
    }
  })

  test('offers to resume an attempt until it is finished', async ({ page, readBank }) => {
    const questions = await readBank('pl-900')
    await page.goto('/certifications/pl-900')
    await expect(page.getByRole('button', { name: practicePanel.start(10) })).toBeVisible()
    await expect(page.getByRole('link', { name: practicePanel.resume })).toHaveCount(0)
    await openExam(page, 'pl-900')
    for (const question of questions.slice(0, 2)) {
      await goToQuestion(page, question.number)
      await giveAnswer(page, question, question.answerKey)
    }
    await goToQuestion(page, 3)
    await expectSaved(page)
    await page.getByRole('link', { name: exam.back('PL-900') }).click()
    await page.getByRole('link', { name: `${practicePanel.resume} ${practicePanel.position(3, questions.length)}` }).click()
    await expectOnQuestion(page, 3)
    await finish(page)
    await page.getByRole('banner').getByRole('link', { name: site.certifications, exact: true }).click()
    await page
      .getByRole('main')
      .getByRole('link', { name: /^PL-900/ })
      .click()
    await page.getByRole('radio', { name: practicePanel.names.all }).check()
    await page.getByRole('link', { name: practicePanel.startAll }).click()
    await expect(page.getByRole('button', { name: 'Restart Exam' })).toBeVisible()
    await page.goto('/certifications/pl-900')
    await expect(page.getByRole('button', { name: practicePanel.start(10) })).toBeVisible()
    await expect(page.getByRole('link', { name: practicePanel.resume })).toHaveCount(0)
  })

  test('counts what is wrong and what is new, finishes the attempt from its strip, and starts with the mistakes', async ({
    page,
    readBank,
  }) => {
    const [first, second] = await readBank('pl-900')
    if (!first || !second) throw new Error('The bank is too small')
    await page.goto('/certifications/pl-900')
    const mistakes = page.getByRole('radio', { name: practicePanel.names.mistakes })
    await expect(mistakes).toHaveAccessibleDescription(practicePanel.toFix(0))
    await openExam(page, 'pl-900')
    await giveAnswer(page, first, wrongAnswer(first))
    await reveal(page)
    await goToQuestion(page, 2)
    await giveAnswer(page, second, second.answerKey)
    await page.getByRole('button', { name: exam.flag, exact: true }).click()
    await expectSaved(page)

    await page.getByRole('link', { name: exam.back('PL-900') }).click()
    await expect(mistakes).toHaveAccessibleDescription(practicePanel.toFix(1))
    await expect(page.getByText(practicePanel.draw({ wrong: 1, unanswered: 9, again: 0 }))).toBeVisible()
    await page.getByText(practicePanel.more).click()
    await page.getByRole('checkbox', { name: practicePanel.only.flagged }).check()
    await page.getByRole('button', { name: practicePanel.start(1) }).click()
    await expect(page.getByRole('region', { name: exam.questionOf(1, 1) })).toBeVisible()
    await page.goBack()

    await mistakes.check()
    await expect(page.getByRole('link', { name: results.fixMistakes(1) })).toBeVisible()
    await page
      .getByRole('region', { name: practicePanel.unfinished('all') })
      .getByRole('button')
      .click()
    await expect(page.getByRole('heading', { level: 1, name: results.correctOfAnswered(1, 2, 1) })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('region', { name: practicePanel.unfinished('all') })).toHaveCount(0)
    await mistakes.check()
    await page.getByRole('link', { name: results.fixMistakes(1) }).click()
    await expect(page.getByRole('region', { name: exam.questionOf(1, 1) })).toBeVisible()
  })

  test('starts practice of a single skill area', async ({ page, readBank }) => {
    const [first] = await readBank('mb-800')
    const area = first?.skillArea ?? ''
    const own = (await readBank('mb-800')).filter(({ skillArea }) => skillArea === area)
    await page.goto('/certifications/mb-800')
    await page.getByRole('link', { name: catalogue.practiceArea(area) }).click()
    await expect(page.getByRole('region', { name: exam.questionOf(1, Math.min(10, own.length)) })).toBeVisible()
    await expect(page).toHaveURL(/set=area-\d$/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(exam.areaSet(area))
    await page.goto('/certifications/mb-800')
    await page.getByRole('radio', { name: practicePanel.names.area }).check()
    await page.getByRole('radio', { name: area }).check()
    await page.getByRole('radio', { name: practicePanel.all(own.length) }).check()
    await page.getByRole('button', { name: practicePanel.start(own.length) }).click()
    await expect(page.getByRole('region', { name: exam.questionOf(1, own.length) })).toBeVisible()
    await page.goto('/certifications/mb-800')
    await page.getByRole('radio', { name: practicePanel.names.area }).check()
    await page.getByRole('radio', { name: area }).check()
    await expect(page.getByRole('link', { name: practicePanel.areaInOrder(own.length, own.length) })).toHaveAttribute(
      'href',
      /\?set=area-\d$/,
    )
  })

  test('starts the draw that it has announced', async ({ page, request, readBank }) => {
    const bank = await readBank('pl-900')
    const { skill_areas: rows } = (await (await request.get('/api/certifications/pl-900')).json()) as Certification
    const areas = rows.map(({ name, weight_min: weightMin, weight_max: weightMax }) => ({ name, weightMin, weightMax }))
    await openExam(page, 'pl-900')
    await giveAnswer(page, bank[0], wrongAnswer(bank[0]))
    await reveal(page)
    await expectSaved(page)
    await page.goto('/certifications/pl-900')
    await expect(page.getByText(practicePanel.draw({ wrong: 1, unanswered: 9, again: 0 }))).toBeVisible()
    const seed = await page.locator('input[name=seed]').inputValue()
    const wrong = { isCorrect: false, answeredAt: 1, isGuess: false, isFlagged: false, flaggedAt: 0 }
    const drawn = drawMixedPractice(bank, areas, new Map([[bank[0].id, wrong]]), 10, seededRandom(seed))
    await page.getByRole('button', { name: practicePanel.start(10) }).click()
    await expectOnQuestion(page, 1)
    await expectHtml(cardOf(page), drawn[0]?.text ?? '')
  })

  test('says that a retired exam is retired, since when, and what replaced it', async ({ page, request }) => {
    const all = (await (await request.get('/api/certifications')).json()) as Certification[]
    const retired = all.filter(({ status }) => status === 'retired')
    expect(retired.map(({ id }) => id)).toContain('mb-200')
    for (const { id, retired_on: retiredOn, successor, successor_id: successorId } of retired) {
      await page.goto(`/certifications/${id}`)
      await expect(page.getByText(/^Retired/).first()).toBeVisible()
      const notice = page.getByRole('complementary', { name: 'This exam is retired' })
      await expect(notice).toContainText('This exam is retired')
      if (retiredOn) await expect(notice).toContainText(new RegExp(monthOfYear(retiredOn).replace(' ', ' (?:\\d+, )?')))
      await expect(notice).toContainText(successor ?? certificationPage.noSuccessor)
      if (successorId) {
        await expect(notice.getByRole('link', { name: successorId.toUpperCase() })).toHaveAttribute(
          'href',
          `/certifications/${successorId}`,
        )
      }
      await expect(page.getByRole('button', { name: /^Start \d+ Questions$/ })).toBeVisible()
    }
  })
})
