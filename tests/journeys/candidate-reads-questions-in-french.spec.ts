import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { printOriginalFields, type RawObject } from '#exam/bank-file/index.ts'
import { plainText } from '#exam/plain-text.ts'
import type { Question } from '#exam/question.ts'
import type { SealedQuestion } from '#exam/planning/simulation.ts'
import { createTermMarker, listTerms, type Term } from '#exam/term-marks.ts'
import { hashText } from '#server/bank/original-hash.ts'
import { cardOf, expectUsable, finish, goToQuestion, openExam, reload, reveal } from '#tests/journeys/exam-screen.ts'
import { expect, expectAccessible, test } from '#tests/journeys/fixtures.ts'
import { expectCopied } from '#tests/journeys/release.ts'
import { keyboardShortcuts } from '#web/text/en/keyboard-shortcuts.ts'
import { offline } from '#web/text/en/offline.ts'
import { questionLanguage as words } from '#web/text/en/question-language.ts'
import { simulation } from '#web/text/en/simulation.ts'

const certificationId = 'pl-900'

type Translation = { id: string; of: string; text: string; options?: string[]; explanation: string }

/** The translations that are not out of date. */
async function readTranslations(): Promise<ReadonlyMap<string, Translation>> {
  const readList = async <Item>(path: string) => JSON.parse(await readFile(`content/bank/${path}.json`, 'utf8')) as Item[]
  const originals = await readList<RawObject>(certificationId)
  const hashes = new Map(originals.map((item) => [item['id'], hashText(printOriginalFields(item))]))
  const list = await readList<Translation>(`fr/${certificationId}`)
  return new Map(list.filter(({ id, of }) => hashes.get(id) === of).map((translation) => [translation.id, translation]))
}

const languageSwitch = (page: Page) => cardOf(page).getByRole('group', { name: words.title })
const optionTexts = async (page: Page) =>
  (await cardOf(page).locator('.option .rich-text').allTextContents()).map((text) => text.replace(/\s+/g, ' ').trim())
/** The addresses of translations that the page has requested. */
function watchRequests(page: Page): string[] {
  const requested: string[] = []
  page.on('request', (request) => request.url().includes('/translations/') && requested.push(new URL(request.url()).pathname))
  return requested
}

test.describe('Camille reads questions in French', () => {
  test('beside the English ones, with the same letters, and the choice stays', async ({ page, readBank }) => {
    const translations = await readTranslations()
    const question = (await readBank(certificationId)).find(({ id, type }) => type === 'single_choice' && translations.has(id))
    const french = translations.get(question?.id ?? '')
    if (!question || !french?.options) throw new Error(`No question of ${certificationId} with one answer has a translation`)
    const requested = watchRequests(page)
    await openExam(page, certificationId)
    await goToQuestion(page, question.number)
    await expect(languageSwitch(page).getByRole('button', { name: words.names.en })).toHaveAttribute('aria-pressed', 'true')
    const english = await optionTexts(page)
    const inFrench = english.map((text) => plainText(french.options?.[question.options.map(plainText).indexOf(text)] ?? ''))
    await cardOf(page).getByRole('radio').nth(2).check()
    expect(requested, 'reading English loads no translations').toEqual([])

    await page.keyboard.press('l')
    await expect(cardOf(page).locator('.question-text [lang=fr]')).toHaveText(plainText(french.text), { useInnerText: true })
    expect(await optionTexts(page), 'in the order of the English options').toEqual(inFrench)
    await expect(cardOf(page).getByRole('radio').nth(2)).toBeChecked()
    expect(requested).toEqual([`/api/banks/${certificationId}/translations/fr`])
    await expectAccessible(page)

    await page.reload()
    await expectUsable(page)
    await expect(cardOf(page).locator('.question-text [lang=fr]')).toBeVisible()
    expect(await optionTexts(page), 'after a reload').toEqual(inFrench)
    await expect(cardOf(page).getByRole('radio').nth(2)).toBeChecked()

    await languageSwitch(page).getByRole('button', { name: words.names.both }).click()
    expect(await optionTexts(page)).toEqual(english.map((text, i) => `${text} ${inFrench[i]}`))
    const [left, right] = await boxesOfText(page)
    expect([left.y, left.x < right.x]).toEqual([right.y, true])
    await page.setViewportSize({ width: 375, height: 800 })
    const [above, below] = await boxesOfText(page)
    expect([above.x, above.y + above.height <= below.y]).toEqual([below.x, true])
    await expectAccessible(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await reveal(page)
    await expect(page.getByText(plainText(french.explanation))).toBeVisible()
    await expect(page.getByText(plainText(question.explanation))).toBeVisible()

    await languageSwitch(page).getByRole('button', { name: words.names.fr }).click()
    await finish(page)
    await page.getByRole('button', { name: plainText(question.text) }).click()
    const reviewed = page.locator('.reviewed')
    await expect(reviewed.getByText(plainText(french.explanation))).toBeVisible()
    expect((await reviewed.locator('.option .rich-text').allTextContents()).map((text) => text.trim())).toEqual(inFrench)
    await expectAccessible(page)

    await openExam(page, 'mb-820')
    await expect(languageSwitch(page)).toHaveCount(0)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: keyboardShortcuts.title }).getByText('translated question')).toBeVisible()
  })

  test('in a running simulation, without explanations', async ({ page, readBank }) => {
    const translations = await readTranslations()
    const bank = await readBank(certificationId)
    // Requests a new simulation until it has a translated question.
    await page.route('**/api/simulations', async (route) => {
      let response = await route.fetch()
      for (let draws = 1; draws < 10 && !(await response.text()).includes('"languages"'); draws++) response = await route.fetch()
      await route.fulfill({ response })
    })
    const requested = watchRequests(page)
    await page.goto(`/exam/${certificationId}/simulation`)
    const started = page.waitForResponse('**/api/simulations')
    await page.getByRole('button', { name: simulation.start }).click()
    const sheet = (await (await started).json()) as { id: string; questions: SealedQuestion[] }
    const position = sheet.questions.findIndex(({ id, languages }) => languages && translations.has(id))
    const question = sheet.questions[position]
    const french = translations.get(question?.id ?? '')
    const original = bank.find(({ id }) => id === question?.id)
    if (!question || !french || !original) throw new Error('The simulation has no translated question')
    await goToQuestion(page, position + 1)
    await expect(languageSwitch(page)).toBeVisible()
    expect(requested).toEqual([])

    const answered = page.waitForResponse(`**/api/attempts/${sheet.id}/translations/fr`)
    await page.keyboard.press('l')
    const body = await (await answered).text()
    await expect(cardOf(page).locator('.question-text [lang=fr]')).toHaveText(plainText(french.text), { useInnerText: true })
    const inFrench = question.options.map((text) => plainText(french.options?.[original.options.indexOf(text)] ?? ''))
    if (original.type === 'single_choice' || original.type === 'multiple_choice') expect(await optionTexts(page)).toEqual(inFrench)
    for (const { explanation } of translations.values()) expect(body).not.toContain(JSON.stringify(explanation).slice(1, -1))
    expect(body).not.toMatch(/"(?:explanation|optionExplanations|correct\w*|answerKey|seed)":/)
    await expectAccessible(page)
  })
})

test.describe('Camille reads a case study in French', () => {
  test('beside its question, on paper, and without a network', async ({ page, readBank }) => {
    const bank = await readBank('mb-800')
    const position = bank.findIndex(({ caseStudyId }) => caseStudyId === 'mb-800-case-1')
    await page.setViewportSize({ width: 1440, height: 900 })
    await openExam(page, 'mb-800')
    await goToQuestion(page, position + 1)
    const panel = page.locator('.case-study-panel')
    await expect(panel.getByRole('tab', { name: 'Company', exact: true })).toBeVisible()
    await panel.getByRole('tab', { name: 'Company', exact: true }).click()
    await page.keyboard.press('l')
    await expect(panel.getByRole('tab', { name: 'Entreprise', exact: true })).toHaveAttribute('aria-selected', 'true')
    await expect(panel.getByText('construit des kayaks')).toBeVisible()
    await expect(panel.getByText('builds touring kayaks')).toHaveCount(0)
    await expectAccessible(page)
    await page.keyboard.press('l')
    await expect(panel.getByRole('tab', { name: 'Company · Entreprise' })).toBeVisible()
    await expect(panel.getByText('builds touring kayaks')).toBeVisible()

    await page.goto(`/exam/mb-800/paper?questions=${position + 1}&language=fr`)
    await expect(page.getByText('construit des kayaks')).toBeVisible()
    await expect(page.getByLabel(words.titleOfAll)).toHaveValue('fr')
    await expectAccessible(page)
  })
})

test.describe('Without a network, Camille', () => {
  test.use({ serviceWorkers: 'allow', expectedErrors: /ERR_INTERNET_DISCONNECTED/ })

  test('reads a saved exam in French', async ({ context, page, readBank }) => {
    const translations = await readTranslations()
    const translated = (await readBank(certificationId)).filter(({ id }) => translations.has(id))
    const question = translated[0]
    const french = translations.get(question?.id ?? '')
    await openExam(page, certificationId)
    await goToQuestion(page, question?.number ?? 0)
    await expectCopied(page, `/exam/${certificationId}`)
    await page.keyboard.press('l')
    await expect(cardOf(page).locator('.question-text [lang=fr]')).toBeVisible()
    await page.goto(`/certifications/${certificationId}`)
    await page.getByRole('button', { name: offline.save }).click()
    await expect(page.getByRole('button', { name: offline.remove })).toBeVisible()
    await context.setOffline(true)
    await page.goto(`/exam/${certificationId}`)
    await expectUsable(page)
    await goToQuestion(page, question?.number ?? 0)
    await expect(cardOf(page).locator('.question-text [lang=fr]')).toHaveText(plainText(french?.text ?? ''), { useInnerText: true })
    await goToQuestion(page, translated.at(-1)?.number ?? 0)
    await expect(cardOf(page).locator('.question-text [lang=fr]')).toBeVisible()
  })
})

/** The bounding boxes of the English text and the French text of the question. */
async function boxesOfText(page: Page) {
  const texts = cardOf(page).locator('.question-text .two-languages > *')
  await expect(texts).toHaveCount(2)
  const [one, other] = [await texts.first().boundingBox(), await texts.last().boundingBox()]
  if (!one || !other) throw new Error('The question is not shown in both languages')
  return [one, other] as const
}

test.describe('Camille sees French terms in an English question', () => {
  const exam = 'mb-310'

  /** The first question of the exam with a marked term. */
  async function findMarked(readBank: (id: string) => Promise<Question[]>) {
    const terms = listTerms(JSON.parse(await readFile('content/terms/fr.json', 'utf8')) as Term[], exam)
    const mark = createTermMarker(terms)
    const bank = await readBank(exam)
    const question = bank.find(({ caseStudyId, text }) => caseStudyId === null && mark(text, new Set()).includes('class="term"'))
    const [, term = '', translation = ''] =
      /class="term"[^>]*>([^<]*)<span[^>]*> \((.*?)\)<\/span>/.exec(mark(question?.text ?? '', new Set())) ?? []
    return { number: bank.indexOf(question as Question) + 1, term: plainText(term), translation: plainText(translation) }
  }

  test('with the keyboard and the pointer, without other text', async ({ page, readBank }) => {
    const { number, term, translation } = await findMarked(readBank)
    const requested = watchRequests(page)
    await openExam(page, exam)
    await goToQuestion(page, number)
    expect(requested, 'reading English loads no terms').toEqual([])
    const text = cardOf(page).locator('.question-text')
    const english = await text.innerText()

    await page.evaluate(() => localStorage.setItem('praxam-question-language', 'fr'))
    await reload(page)
    const marked = text.getByRole('term').filter({ hasText: term }).first()
    const box = page.locator('.term-box')
    await expect(marked).toBeVisible()
    await expect(marked.locator('[lang=fr]')).toHaveText(`(${translation})`)
    await expect(box).toBeHidden()
    await expectAccessible(page)

    await marked.focus()
    await expect(box).toHaveText(translation)
    await expect(box).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(box).toBeHidden()
    await expect(marked).toBeFocused()
    await page.keyboard.press('Tab')
    await marked.hover()
    await expect(box).toBeVisible()
    await page.mouse.move(0, 0)
    await expect(box).toBeHidden()

    const copied = await text.evaluate((element) => {
      getSelection()?.selectAllChildren(element)
      return getSelection()?.toString()
    })
    expect(copied?.trim()).toBe(english.trim())
  })

  test('on a page in French', async ({ page, readBank }) => {
    const { term } = await findMarked(readBank)
    await page.goto(`/fr/exam/${exam}`)
    await page.getByRole('button', { name: 'Terminer' }).waitFor()
    await expect(page.locator('.term-box')).toBeAttached()
    expect(term).not.toBe('')
  })
})
