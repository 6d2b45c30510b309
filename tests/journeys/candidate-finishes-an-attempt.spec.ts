import { isCorrect } from '#exam/grading.ts'
import {
  announcementOf,
  cardOf,
  expectAnswer,
  expectOnQuestion,
  expectSaved,
  finish,
  giveAnswer,
  goToQuestion,
  openExam,
  optionOf,
  pagerLink,
  reload,
  reveal,
  wrongAnswer,
  restartAsGuest,
} from '#tests/journeys/exam-screen.ts'
import { commonTypes, examOfAllTypes, expect, expectHtml, firstOf, keyWords, shortExam, test } from '#tests/journeys/fixtures.ts'
import { en } from '#web/text/en/en.ts'
import { results } from '#web/text/en/results.ts'

const { exam } = en

test.describe('Camille', () => {
  for (const type of commonTypes) {
    test(`answers, reveals and hides a ${exam.types[type]} question, which locks it`, async ({ page, readBank }) => {
      const question = firstOf(await readBank(examOfAllTypes), type)
      await openExam(page, examOfAllTypes)
      await goToQuestion(page, question.number)
      const card = cardOf(page)
      await expect(card.getByRole('heading', { name: exam.types[type] })).toBeVisible()
      await expectHtml(card, question.text)

      await giveAnswer(page, question, question.answerKey)
      await expectAnswer(page, question, question.answerKey)
      await expect(card.getByText('Explanation:', { exact: true })).toBeHidden()
      await reveal(page)

      await expect(announcementOf(page)).toHaveText(exam.announceCorrect)
      await expect(card.getByRole('heading', { name: 'Explanation:' })).toBeVisible()
      await expectHtml(card.getByRole('region', { name: 'Explanation' }), question.explanation)
      const link = card.getByRole('link', { name: 'Reference Documentation' })
      await expect(link).toHaveAttribute('href', question.reference)
      await expect(link).toHaveAttribute('href', /^https:\/\/learn\.microsoft\.com\//)
      for (const words of keyWords(question)) await expect(card).toContainText(words)

      const isChoice = type.endsWith('choice')
      const inputs = isChoice
        ? card.getByRole(type === 'single_choice' ? 'radio' : 'checkbox')
        : card.getByRole('list').getByRole('button', { disabled: false })
      if (isChoice) {
        await expect(card.getByText(exam.locked)).toBeVisible()
        expect(await inputs.count()).toBeGreaterThan(0)
        for (const input of await inputs.all()) await expect(input).toBeDisabled()
      } else await expect(inputs, 'the solution has no controls').toHaveCount(0)

      await card.getByRole('button', { name: 'Hide Answer' }).click()
      await expect(card.getByRole('heading', { name: 'Explanation:' })).toBeHidden()
      await expect(card.getByText(exam.locked), 'still locked after hiding').toBeVisible()
      if (!isChoice) await expect(inputs, 'still locked after hiding').toHaveCount(0)
      await expect(card.getByRole('button', { name: 'Reveal Answer' })).toBeVisible()
    })
  }

  test('changes an answer until it is revealed, and sees which option was right', async ({ page, readBank }) => {
    const question = firstOf(await readBank(shortExam), 'single_choice')
    const [wrong = ''] = wrongAnswer(question)
    const [right = ''] = question.answerKey
    await openExam(page, shortExam)
    await goToQuestion(page, question.number)
    await optionOf(page, question, right).check()
    await optionOf(page, question, wrong).check()
    await expectAnswer(page, question, [wrong])
    await reveal(page)
    await expect(announcementOf(page)).toHaveText(exam.announceIncorrect(right))
    await expect(cardOf(page).getByText(exam.correctAnswer, { exact: true })).toBeVisible()
    await expect(cardOf(page).getByText(exam.yourAnswer, { exact: true })).toBeVisible()
    await expect(optionOf(page, question, wrong)).toBeChecked()
    await expect(optionOf(page, question, right)).toBeDisabled()
  })

  test('removes a choice of a multiple-choice answer', async ({ page, readBank }) => {
    const question = firstOf(await readBank(shortExam), 'multiple_choice')
    await openExam(page, shortExam)
    await goToQuestion(page, question.number)
    await giveAnswer(page, question, question.answerKey)
    for (const letter of question.answerKey) await optionOf(page, question, letter).uncheck()
    await expect(pagerLink(page, question.number)).toHaveAccessibleName(`Question ${question.number}`)
  })

  test('confirms finishing once, with the unanswered questions listed, and Enter continues the attempt', async ({ page, readBank }) => {
    const questions = await readBank(shortExam)
    const [first] = questions
    await openExam(page, shortExam)
    await giveAnswer(page, first, first.answerKey)
    await page.getByRole('button', { name: 'Finish Exam' }).click()
    const dialog = page.getByRole('dialog', { name: exam.finishTitle })
    const blank = questions.slice(1).map(({ number }) => number)
    await expect(dialog).toContainText(exam.finishBlank(blank))
    await expect(dialog.getByRole('button', { name: exam.keepGoing })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expectOnQuestion(page, 1)
    await expect(page.getByRole('button', { name: 'Finish Exam' })).toBeFocused()
  })

  test('sees the score of the answered questions, in words, by area and by question', async ({ page, readBank, request }) => {
    const questions = await readBank(examOfAllTypes)
    const answers = questions.map((question) => {
      if (question.number === 1) return wrongAnswer(question)
      return question.number === 2 ? [] : question.answerKey
    })
    const isRight = (position: number) => isCorrect(answers[position] ?? [], questions[position] ?? firstOf(questions, 'single_choice'))
    const correct = questions.filter((_, i) => isRight(i)).length

    await openExam(page, examOfAllTypes)
    for (const [i, question] of questions.entries()) {
      await goToQuestion(page, question.number)
      await giveAnswer(page, question, answers[i] ?? [])
    }
    await goToQuestion(page, 3)
    await cardOf(page).getByRole('button', { name: exam.flag }).click()
    await expect(pagerLink(page, 3)).toHaveAccessibleName('Question 3, answered, flagged')
    await finish(page)

    const { name, skill_areas: areas } = (await (await request.get(`/api/certifications/${examOfAllTypes}`)).json()) as {
      name: string
      skill_areas: { name: string }[]
    }
    await expect(page).toHaveTitle(exam.title(name))
    const answered = questions.length - 1
    await expect(page.getByText(`${Math.round((correct / answered) * 100)}%`, { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${correct} of ${answered} answered correctly`)
    await expect(page.getByText(results.countedAnswered(answered))).toBeVisible()
    await expect(page.getByText(results.notAnswered(1))).toBeVisible()
    // Practice has no passing score.
    await expect(page.getByText(/^(?:not )?passed|passing score/i)).toHaveCount(0)

    const rows = page.getByRole('region', { name: results.byArea }).getByRole('listitem')
    for (const area of areas) {
      const own = questions.filter(({ skillArea, number }) => skillArea === area.name && number !== 2)
      const ownCorrect = own.filter(({ number }) => isRight(number - 1)).length
      const noResult = questions.some(({ skillArea }) => skillArea === area.name) ? results.noAnswers : results.noQuestions
      await expect(rows.filter({ hasText: area.name })).toContainText(own.length > 0 ? `${ownCorrect} of ${own.length}` : noResult)
    }

    const review = page.getByRole('region', { name: exam.questions })
    const shown = review.getByRole('listitem').filter({ has: page.getByRole('button', { expanded: false }) })
    const expected = { 'Incorrect 1': 1, 'Flagged 1': 1, 'Not answered 1': 1, [`All ${questions.length}`]: questions.length }
    for (const [filter, count] of Object.entries(expected)) {
      await review.getByRole('button', { name: filter, exact: true }).click()
      await expect(review.getByRole('button', { name: filter, exact: true })).toHaveAttribute('aria-pressed', 'true')
      await expect(shown).toHaveCount(count)
    }
  })

  test('opens a question in the results and reads why', async ({ page, readBank }) => {
    const questions = await readBank(shortExam)
    const question = firstOf(questions, 'single_choice')
    await openExam(page, shortExam)
    await goToQuestion(page, question.number)
    await giveAnswer(page, question, wrongAnswer(question))
    await finish(page)
    const review = page.getByRole('region', { name: exam.questions })
    await review.getByRole('button', { expanded: false }).first().click()
    await expectHtml(review, question.text)
    await expectHtml(review.getByRole('region', { name: 'Explanation' }), question.explanation)
    await expect(review.getByRole('link', { name: 'Reference Documentation' })).toHaveAttribute('href', question.reference)
    await review.getByRole('button', { expanded: true }).click()
    await expect(review.getByRole('region', { name: 'Explanation' })).toBeHidden()
  })

  test('practices only the mistakes afterward', async ({ page, readBank }) => {
    const questions = await readBank(shortExam)
    const mistakes = questions.slice(2, 4)
    await openExam(page, shortExam)
    for (const question of questions.slice(0, 4)) {
      await goToQuestion(page, question.number)
      await giveAnswer(page, question, mistakes.includes(question) ? wrongAnswer(question) : question.answerKey)
    }
    await finish(page)
    await page.getByRole('button', { name: results.fixMistakes(mistakes.length) }).click()
    for (const [i, question] of mistakes.entries()) {
      await expectHtml(page.getByRole('region', { name: `Question ${i + 1} of ${mistakes.length}` }), question.text)
      if (i + 1 < mistakes.length) await page.getByRole('button', { name: exam.next }).click()
    }
    await expect(page.getByRole('button', { name: exam.next })).toBeDisabled()
  })

  test('restarts at question 1 with nothing answered, revealed or flagged', async ({ page, readBank }) => {
    const questions = await readBank(shortExam)
    const question = firstOf(questions, 'multiple_choice')
    await openExam(page, shortExam)
    await goToQuestion(page, question.number)
    await giveAnswer(page, question, question.answerKey)
    await cardOf(page).getByRole('button', { name: exam.flag }).click()
    await reveal(page)
    await finish(page)
    await restartAsGuest(page)
    await expectOnQuestion(page, 1)
    for (const { number } of questions) await expect(pagerLink(page, number)).toHaveAccessibleName(`Question ${number}`)
    await goToQuestion(page, question.number)
    await expectAnswer(page, question, [])
    await expect(cardOf(page).getByRole('heading', { name: 'Explanation:' })).toBeHidden()
    await giveAnswer(page, question, question.answerKey)
    await expectSaved(page)
    await reload(page)
    await expectAnswer(page, question, question.answerKey)
  })

  test('finds the restarted attempt, not the old results, after a reload', async ({ page, readBank }) => {
    const [question] = await readBank(shortExam)
    await openExam(page, shortExam)
    await giveAnswer(page, question, question.answerKey)
    await finish(page)
    await restartAsGuest(page)
    await expectOnQuestion(page, 1)
    await reload(page)
    await expectOnQuestion(page, 1)
    await expectAnswer(page, question, [])
  })

  test('returns from the mistakes to the results', async ({ page, readBank }) => {
    const questions = await readBank(shortExam)
    const [question] = questions
    await openExam(page, shortExam)
    if (question) await giveAnswer(page, question, wrongAnswer(question))
    await finish(page)
    await page.getByRole('button', { name: results.fixMistakes(1) }).click()
    await expectOnQuestion(page, 1)
    await page.goBack()
    await expect(page.getByRole('button', { name: 'Restart Exam' })).toBeVisible()
  })
})
