import { beforeEach, describe, expect, test } from 'vitest'
import type { BankQuestion } from '#exam/bank-file/index.ts'
import { type AttemptOwner } from '#server/practice/store.ts'
import { findAttemptTranslations } from '#server/practice/attempt-translations.ts'
import { saveCaseStudy, saveQuestions } from '#server/bank/save-questions.ts'
import { saveCaseStudyTranslations } from '#server/bank/case-study-translations.ts'
import { hashOriginal, hashOriginalCaseStudy } from '#server/bank/original-hash.ts'
import { saveTranslations } from '#server/bank/translations.ts'
import { changeQuestion } from '#server/bank/question-editing.ts'
import {
  camille,
  database,
  entry,
  guest,
  matching,
  now,
  prepareSimulations,
  reorder,
  send,
  single,
  startNew,
} from '#server/simulation/simulations.test-setup.ts'

prepareSimulations()

describe('the translations of a simulation', () => {
  const french = (question: BankQuestion) => ({
    ...question,
    text: `<p>Texte de ${question.id}</p>`,
    options: question.options.map((option) => `${option} en français`),
    pairs: question.pairs && { left: question.pairs.left, right: question.pairs.right.map((item) => `${item} en français`) },
    explanation: `<p>Explication de ${question.id}</p>`,
    optionExplanations: question.optionExplanations.map((html) => html && `Raison : ${html}`),
    originalHash: hashOriginal(question),
  })
  const translated = [single, reorder, matching]
  const find = (id: string, owner: AttemptOwner, at = now) => findAttemptTranslations(database.db, id, owner, 'fr', at)
  beforeEach(() => saveTranslations(database.db, 'fr', translated.map(french)))

  test('are sealed like the questions, in the same order', async () => {
    const { sheet, owner } = await startNew()
    const found = await find(sheet.id, owner)
    expect(found?.translations.map(({ id }) => id)).toEqual(
      sheet.attempt.questionIds.filter((id) => translated.some((question) => question.id === id)),
    )
    for (const { id, options, pairs, ...others } of found?.translations ?? []) {
      const question = sheet.questions.find((one) => one.id === id)
      expect(question?.languages).toEqual(['fr'])
      expect(options).toEqual(question?.options.map((option) => `${option} en français`))
      expect(pairs?.right).toEqual(question?.pairs?.right.map((item) => `${item} en français`))
      expect(others).toEqual({ text: `<p>Texte de ${id}</p>` })
    }
    const text = JSON.stringify([found, sheet])
    for (const question of translated.map(french)) {
      expect(text).not.toContain(question.explanation)
      for (const explanation of question.optionExplanations) if (explanation) expect(text).not.toContain(explanation)
    }
    expect(text).not.toMatch(/seed|secret|correct|answerKey|Explication|Raison/i)
  })

  test('include the explanations once it is submitted', async () => {
    const { sheet, owner } = await startNew()
    await send(sheet.id, owner, [entry({ type: 'finish' })])
    const found = await find(sheet.id, owner)
    expect(found?.translations.find(({ id }) => id === single.id)).toMatchObject({ explanation: `<p>Explication de ${single.id}</p>` })
  })

  test('include those of its case studies', async () => {
    const caseStudy = { id: 'x', title: 'Northwind', content: '<p>Text</p>' }
    await saveCaseStudy(database.db, caseStudy)
    await saveQuestions(database.db, [{ ...single, caseStudyId: 'x' }])
    const inFrench = { ...caseStudy, content: '<p>Texte</p>' }
    await saveCaseStudyTranslations(database.db, 'fr', [{ ...inFrench, originalHash: hashOriginalCaseStudy(caseStudy) }])
    const { sheet, owner } = await startNew()
    expect((await find(sheet.id, owner))?.caseStudies).toEqual([inFrench])
  })

  test('are available to its owner only', async () => {
    const { sheet } = await startNew({ candidate: guest })
    expect(await find(sheet.id, camille)).toBeUndefined()
    expect(await find(sheet.id, { secret: 'x'.repeat(43) })).toBeUndefined()
  })

  test('are compared with the version of the question in the simulation', async () => {
    const { sheet, owner } = await startNew()
    await changeQuestion(database.db, null, single.id, { text: '<p>Changed?</p>' }, undefined, now)
    const outdated = async (id: string) => (await find(id, owner))?.translations.filter(({ isOutdated }) => isOutdated).map((one) => one.id)
    expect(await outdated(sheet.id)).toEqual([])
    await send(sheet.id, owner, [entry({ type: 'finish' })])
    const next = await startNew()
    expect(await outdated(next.sheet.id)).toEqual([single.id])
  })
})
