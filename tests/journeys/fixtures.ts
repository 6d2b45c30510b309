/** Fixtures of every journey: it fails on console errors, can read the bank as the site serves it, and can check accessibility. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { test as base, expect, type APIRequestContext, type Locator, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { parseBankFile } from '#exam/bank-file/index.ts'
import type { Completion } from '#exam/completion.ts'
import { plainText } from '#exam/plain-text.ts'
import { questionTypes, type AnswerInput, type Pairs, type Question, type QuestionType } from '#exam/question.ts'
import { startOwnServer, type OwnServer } from '#tests/journeys/server.ts'
import { findSmallTargets } from '#tests/journeys/target-sizes.ts'

export { expect }

/** A certification with so few questions that a journey can answer them all. It has no reorder question. */
export const shortExam = 'mb-200'
/** The shortest certification with questions of each type. */
export const examOfAllTypes = 'pl-100'

type Fixtures = {
  /** Console errors that the journey causes on purpose. On any other console error, it fails. */
  expectedErrors: RegExp | null
  /** Reads the questions of a certification in the order of an attempt. */
  readBank: (certificationId: string) => Promise<NumberedQuestions>
}

/** `number` is the position in an attempt at the entire bank, from 1. */
export type NumberedQuestion = Question & { number: number }
/** Every bank in `content/` has at least three questions. */
export type NumberedQuestions = [NumberedQuestion, NumberedQuestion, NumberedQuestion, ...NumberedQuestion[]]

/** One of each per worker. A worker runs one journey after another. */
type WorkerFixtures = {
  /** A server whose bank journeys may change, as long as no other journey relies on the changed part. */
  sharedBank: OwnServer
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  sharedBank: [
    async ({}, use) => {
      const server = await startOwnServer(() => Promise.resolve({ TRUSTED_PROXIES: '127.0.0.0/8' }))
      await use(server)
      await server.kill()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  expectedErrors: [null, { option: true }],

  // Watches the browser context, so that other tabs are checked as well.
  context: async ({ context, expectedErrors }, use) => {
    const consoleErrors: string[] = []
    context.on('console', (message) => {
      const isViolation = /content.security.policy/i.test(message.text())
      if (message.type() === 'error' || isViolation) consoleErrors.push(`${message.type()}: ${message.text()} (${message.location().url})`)
    })
    context.on('weberror', (error) => consoleErrors.push(`page error: ${error.error().stack}`))
    await use(context)
    expect(
      consoleErrors.filter((text) => !expectedErrors?.test(text)),
      'errors on the console',
    ).toEqual([])
  },

  readBank: async ({ request }, use) => use((certificationId) => readBank(request, certificationId)),
})

type QuestionRow = {
  id: string
  question_type: QuestionType
  text: string
  options: string[]
  correct_answer: AnswerInput
  explanation: string
  option_explanations: (string | null)[]
  reference: string
  pairs: Pairs | null
  completion?: Completion
  case_study_id: string | null
  skill_area: string
  skill: string
}

async function readBank(request: APIRequestContext, certificationId: string): Promise<NumberedQuestions> {
  const response = await request.get('/api/questions', { params: { exam_id: certificationId } })
  expect(response.status()).toBe(200)
  const questions = ((await response.json()) as QuestionRow[]).map((row, i) => ({
    number: i + 1,
    id: row.id,
    type: row.question_type,
    text: row.text,
    options: row.options,
    pairs: row.pairs,
    ...(row.completion && { completion: row.completion }),
    answerKey: row.correct_answer,
    explanation: row.explanation,
    optionExplanations: row.option_explanations,
    reference: row.reference,
    skillArea: row.skill_area,
    skill: row.skill,
    caseStudyId: row.case_study_id,
  }))
  if (!hasThree(questions)) throw new Error(`The bank of ${certificationId} has only ${questions.length} questions`)
  return questions
}

function hasThree(questions: NumberedQuestion[]): questions is NumberedQuestions {
  return questions.length >= 3
}

/** The question types that every bank has. */
export const commonTypes = questionTypes.slice(0, 4)

/** The questions as an administrator's list has them: in the order of the content files, including drafts, which candidates do not get. */
export async function readContentBank(certificationId: string): Promise<ContentQuestion[]> {
  const read = parseBankFile(JSON.parse(await readFile(`content/bank/${certificationId}.json`, 'utf8')))
  if (!read.ok) throw new Error(`The bank of ${certificationId} cannot be read`)
  return read.questions.map(({ id, type, skillArea, state }) => ({ id, type, skillArea, isDraft: state === 'draft' }))
}

export type ContentQuestion = Pick<Question, 'id' | 'type' | 'skillArea'> & { isDraft: boolean }

/** The first question of a type, which the bank must have. */
export function firstOf(questions: readonly NumberedQuestion[], type: QuestionType): NumberedQuestion {
  const found = questions.find((question) => question.type === type)
  if (!found) throw new Error(`The bank has no ${type} question`)
  return found
}

/** The texts of the answer key: options, steps in their order, or items in the order of their slots. */
export function keyWords({ type, answerKey: key, options, pairs, completion }: Question): string[] {
  const words = (list: readonly string[] | undefined, position: number) => plainText(list?.[position] ?? '')
  switch (type) {
    case 'single_choice':
    case 'multiple_choice':
      return key.map((letter) => words(options, letter.charCodeAt(0) - 65))
    case 'reorder':
      return key.map((step) => words(options, Number(step)))
    case 'drag_drop':
      return key.map((pair) => words(pairs?.right, Number(pair.split('=')[1])))
    case 'statements':
    case 'solution':
      return key.map((entry) => (entry === 'yes' ? 'Yes' : 'No'))
    case 'drop_down':
      return key.map((choice, blank) => completion?.blanks[blank]?.choices[Number(choice)] ?? '')
  }
}

/** Checks that the locator shows a text of the bank. Each block is checked separately, because there is no space between blocks on screen. */
export async function expectHtml(area: Locator, html: string): Promise<void> {
  const blocks = html.split(/<\/(?:p|li|h\d|td|th|pre|blockquote)>/).map(plainText)
  for (const words of blocks.filter(Boolean)) await expect(area).toContainText(words)
}

/** The minified script, because it takes half the time of the other script in each page. */
const axeScript = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

declare global {
  interface Window {
    axe: typeof axe
  }
}

type Scheme = 'light' | 'dark'

/** Dark colors are checked in the narrowest and the widest layout. The one between consists of parts of these. */
const windows: readonly { width: number; schemes: readonly Scheme[] }[] = [
  { width: 320, schemes: ['light', 'dark'] },
  { width: 768, schemes: ['light'] },
  { width: 1280, schemes: ['light', 'dark'] },
]

/**
 * Checks the screen with axe, in both color schemes and at three widths. Also checks that nothing needs horizontal scrolling and nothing is
 * too small to press. The state of the page does not change; afterward, the window is 1280 px wide and light.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (const { width, schemes } of windows) {
    await page.setViewportSize({ width, height: 800 })
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect.soft(await findViolations(page, colorScheme), `accessibility at ${width} px, ${colorScheme}`).toEqual([])
    }
    expect.soft(await findSmallTargets(page), `too small to press at ${width} px`).toEqual([])
    expect.soft(await overflowing(page), `wider than a window of ${width} px`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null })
}

/** Serious and critical violations. The schemes differ only in colors, so only one of them needs the other rules. */
async function findViolations(page: Page, scheme: Scheme): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript)
  return page.evaluate(async (colorsOnly) => {
    // Ends transitions, because colors that are still changing would be measured halfway.
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
    // Collecting passed checks would take longer than the checks themselves.
    const { violations } = await window.axe.run(document, {
      resultTypes: ['violations'],
      ...(colorsOnly && { runOnly: ['color-contrast', 'link-in-text-block'] }),
    })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.html} (${node.failureSummary})`))
  }, scheme === 'dark')
}

/** If the page scrolls horizontally: its width and the elements that overflow. Otherwise an empty list. */
export async function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.body.querySelectorAll('*')].filter((element) => element.getBoundingClientRect().right > clientWidth)
    return [`page of ${scrollWidth} px`, ...wide.slice(0, 5).map((element) => element.outerHTML.slice(0, 160))]
  })
}
