/** Actions of a candidate on the exam screen. */
import { expect, type Locator, type Page } from '@playwright/test'
import { listItems } from '#exam/arrangement.ts'
import { plainText } from '#exam/plain-text.ts'
import { letterOf, positionOf, parsePair, type AnswerInput, type Question } from '#exam/question.ts'
import type { QuestionSet } from '#exam/attempt.ts'
import { arranging } from '#web/text/en/arranging.ts'
import { en } from '#web/text/en/en.ts'
import { questionMap } from '#web/text/en/question-map.ts'
import { results } from '#web/text/en/results.ts'

const { exam } = en

/** Opens the exam and waits until the attempt can be used. */
export async function openExam(page: Page, certificationId: string, set: QuestionSet = 'all'): Promise<void> {
  await page.goto(set === 'all' ? `/exam/${certificationId}` : `/exam/${certificationId}?set=${set}`)
  await expectUsable(page)
}

/** Reloads the exam on screen. */
export async function reload(page: Page): Promise<void> {
  await page.reload()
  await expectUsable(page)
}

/** Waits until the attempt has been read from the device. */
export async function expectUsable(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Finish Exam' })).toBeEnabled()
}

/** The card of the question on screen. */
export function cardOf(page: Page): Locator {
  return page.getByRole('region', { name: /^Question \d+ of \d+$/ })
}

/** The latest announcement about the question on screen. */
export function announcementOf(page: Page): Locator {
  return cardOf(page).getByRole('status').and(page.locator('.visually-hidden'))
}

/** On a phone, one button replaces the pager. */
function isOnPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 1280) < 640
}

/** The button that opens the question map. */
export function mapButton(page: Page): Locator {
  return page.getByRole('button', { name: exam.openMap })
}

export function mapOf(page: Page): Locator {
  return page.getByRole('dialog', { name: questionMap.title })
}

/** The button of a question in the map, in any state. */
export function mapEntry(page: Page, number: number): Locator {
  return mapOf(page).getByRole('button', { name: new RegExp(`^Question ${number},`) })
}

export function pagerOf(page: Page): Locator {
  return page.getByRole('navigation', { name: exam.questions })
}

/** The pager's link to a question, in any state. */
export function pagerLink(page: Page, number: number): Locator {
  return pagerOf(page).getByRole('link', { name: new RegExp(`^Question ${number}(,|$)`) })
}

/** The entries of the pager in order: numbers and ellipses. */
export async function pagerLabels(page: Page): Promise<string[]> {
  return pagerOf(page).getByRole('listitem').allTextContents()
}

/** Goes to a question with the pager or, on a phone, with the map. The pager offers only the first, the last and the nearest questions. */
export async function goToQuestion(page: Page, number: number): Promise<void> {
  if (isOnPhone(page)) {
    await mapButton(page).click()
    await mapEntry(page, number).click()
    return expectOnQuestion(page, number)
  }
  while ((await pagerLink(page, number).count()) === 0) {
    const offered = (await pagerLabels(page)).map(Number).filter((each) => !Number.isNaN(each))
    const nearest = offered.toSorted((a, b) => Math.abs(a - number) - Math.abs(b - number))[0] ?? 1
    await pagerLink(page, nearest).click()
    await expectOnQuestion(page, nearest)
  }
  await pagerLink(page, number).click()
  await expectOnQuestion(page, number)
}

export async function expectOnQuestion(page: Page, number: number): Promise<void> {
  await expect(page.getByRole('region', { name: new RegExp(`^Question ${number} of \\d+$`) })).toBeVisible()
  if (isOnPhone(page)) await expect(mapButton(page)).toHaveAccessibleName(new RegExp(`^Question ${number} of`))
  else await expect(pagerLink(page, number)).toHaveAttribute('aria-current', 'step')
}

/** Waits until the page has loaded the chunks of its bank. It loads them in the background once an attempt has started. */
export async function expectAllQuestionsLoaded(page: Page, certificationId: string): Promise<void> {
  const { chunks } = (await (await page.request.get(`/api/banks/${certificationId}`)).json()) as { chunks: string[] }
  const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
  await expect.poll(loaded).toEqual(expect.arrayContaining(chunks))
}

/** The radio or checkbox of a letter. */
export function optionOf(page: Page, question: Question, letter: string): Locator {
  const role = question.type === 'single_choice' ? 'radio' : 'checkbox'
  return cardOf(page).getByRole(role).nth(positionOf(letter))
}

/** The name of an item, by its index. */
export function itemName(question: Question, item: number): string {
  return plainText(listItems(question)[item] ?? '')
}

/** The steps of a reorder question as indexes, in the order on screen: first the places, then the steps that are not needed. */
export async function listSteps(page: Page): Promise<number[]> {
  return cardOf(page)
    .locator('.order [data-item]')
    .evaluateAll((rows) => rows.map((row) => Number((row as HTMLElement).dataset['item'])))
}

/** The row of a step. */
export function stepRow(page: Page, step: number): Locator {
  return cardOf(page).locator(`.order [data-item="${step}"]`)
}

/** The slot of a prompt, by its number, from 1. */
export function slotOf(page: Page, number: number): Locator {
  return cardOf(page).getByRole('button', { name: new RegExp(`^${number}, `) })
}

/** The Yes or No control of a statement, by its position, or of a solution. */
export function yesNoOf(page: Page, place: number, entry: string): Locator {
  return cardOf(page)
    .getByRole('radio', { name: entry === 'yes' ? /^Yes/ : /^No/ })
    .nth(place)
}

/** The menu of a blank, by its position. */
export function blankOf(page: Page, question: Question, blank: number): Locator {
  return cardOf(page).getByRole('combobox', { name: question.completion?.blanks[blank]?.label ?? '', exact: true })
}

/** Enters a complete answer to the question on screen, which must be blank. */
export async function giveAnswer(page: Page, question: Question, answer: AnswerInput): Promise<void> {
  switch (question.type) {
    case 'single_choice':
    case 'multiple_choice':
      for (const letter of answer) await optionOf(page, question, letter).check()
      return
    case 'reorder':
      await waitForSteps(page)
      // The starting order is not an answer, so steps must be moved even if the order happened to be right.
      if ((await listSteps(page)).slice(0, answer.length).join() === answer.join()) await moveUp(page, question, Number(answer[1]))
      for (const [place, step] of answer.entries()) {
        for (let from = await placeOf(page, Number(step)); from > place; from -= 1) await moveUp(page, question, Number(step))
      }
      return
    case 'drag_drop':
      for (const entry of answer) {
        const { left, right } = parsePair(entry) ?? { left: 0, right: 0 }
        await slotOf(page, left + 1).press(letterOf(right))
      }
      return
    case 'statements':
    case 'solution':
      for (const [place, entry] of answer.entries()) if (entry !== '') await yesNoOf(page, place, entry).check()
      return
    case 'drop_down':
      for (const [blank, choice] of answer.entries()) await blankOf(page, question, blank).selectOption(choice)
  }
}

async function waitForSteps(page: Page): Promise<void> {
  await expect(cardOf(page).locator('.order [data-item]').first()).toBeVisible()
}

async function placeOf(page: Page, step: number): Promise<number> {
  return (await listSteps(page)).indexOf(step)
}

async function moveUp(page: Page, question: Question, step: number): Promise<void> {
  const name = itemName(question, step)
  const up = cardOf(page).getByRole('button', { name: arranging.moveUp(name), exact: true })
  await up.or(cardOf(page).getByRole('button', { name: arranging.add(name), exact: true })).click()
}

/** Checks the answer to the question on screen. */
export async function expectAnswer(page: Page, question: Question, answer: AnswerInput): Promise<void> {
  switch (question.type) {
    case 'single_choice':
    case 'multiple_choice':
      for (const [i] of question.options.entries()) {
        await expect(optionOf(page, question, letterOf(i))).toBeChecked({ checked: answer.includes(letterOf(i)) })
      }
      return
    case 'reorder':
      for (const [slot, step] of answer.entries()) await expectItemIn(page, question, slot + 1, Number(step))
      return
    case 'drag_drop':
      for (const entry of answer) {
        const { left, right } = parsePair(entry) ?? { left: 0, right: 0 }
        await expectItemIn(page, question, left + 1, right)
      }
      return
    case 'statements':
    case 'solution':
      for (const [place, entry] of answer.entries()) if (entry !== '') await expect(yesNoOf(page, place, entry)).toBeChecked()
      return
    case 'drop_down':
      for (const [blank, choice] of answer.entries()) await expect(blankOf(page, question, blank)).toHaveValue(choice)
  }
}

/** Checks that the item is in the slot or the place with this number, from 1. */
export async function expectItemIn(page: Page, question: Question, slot: number, item: number): Promise<void> {
  if (question.type === 'reorder') {
    const places = cardOf(page)
      .getByRole('list', { name: /^Your order/ })
      .getByRole('listitem')
    await expect(places.nth(slot - 1)).toHaveAttribute('data-item', String(item))
  } else {
    const prompt = plainText(question.pairs?.left[slot - 1] ?? '')
    const name = arranging.slotName(slot, prompt, `${letterOf(item)} ${itemName(question, item)}`)
    await expect(slotOf(page, slot)).toHaveAccessibleName(name)
  }
}

/** Returns a complete but incorrect answer. */
export function wrongAnswer({ type, answerKey: key, options }: Question): AnswerInput {
  switch (type) {
    case 'single_choice':
    case 'multiple_choice': {
      const others = options.map((_, i) => letterOf(i)).filter((letter) => !key.includes(letter))
      return [...others, ...key].slice(0, key.length).toSorted()
    }
    case 'reorder':
      return key.toReversed()
    case 'drag_drop': {
      const rights = key.map((entry) => entry.split('=')[1])
      return key.map((_, left) => `${left}=${rights[(left + 1) % rights.length]}`)
    }
    case 'statements':
    case 'solution':
      return key.map((entry) => (entry === 'yes' ? 'no' : 'yes'))
    case 'drop_down':
      return key.map((choice) => (choice === '0' ? '1' : '0'))
  }
}

export async function reveal(page: Page): Promise<void> {
  await cardOf(page).getByRole('button', { name: 'Reveal Answer' }).click()
}

/** Waits until the screen shows that everything is on disk. */
export async function expectSaved(page: Page): Promise<void> {
  await expect(page.getByText(exam.saved, { exact: true })).toBeVisible()
}

/** Finishes the attempt, including the confirmation. */
export async function finish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Finish Exam' }).click()
  await page.getByRole('dialog', { name: exam.finishTitle }).getByRole('button', { name: 'Finish Exam' }).click()
  await expect(page.getByRole('heading', { level: 2, name: exam.questions, exact: true })).toBeVisible()
}

/** Restarts from the results as a guest, and confirms, because guests are asked first. */
export async function restartAsGuest(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Restart Exam' }).click()
  await page.getByRole('dialog', { name: results.restartTitle }).getByRole('button', { name: 'Restart Exam' }).click()
}

/** Replaces the id of a question with an unknown id, in the only attempt of this browser. `number` is the number of the question. */
export function loseQuestion(page: Page, number: number): Promise<void> {
  return page.evaluate(async (place) => {
    const readResult = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve) => request.addEventListener('success', () => resolve(request.result)))
    const database = await readResult(indexedDB.open('praxam'))
    const entries = database.transaction('entries', 'readwrite').objectStore('entries')
    const [first] = await readResult(entries.getAllKeys())
    if (first === undefined) throw new Error('There is no run in this browser')
    const start = (await readResult(entries.get(first))) as { move: { questionIds: string[] } }
    start.move.questionIds[place] = '01a2ffff-0000-7000-8000-000000000001'
    await readResult(entries.put(start, first))
    database.close()
  }, number - 1)
}
