/** What every journey stands on: pages that must not complain, the bank as the site serves it, and a look at accessibility. */
import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect } from '@playwright/test'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { plainText } from '#exam/plain-text.ts'
import type { AnswerInput, Pairs, Question, QuestionType } from '#exam/question.ts'

export { expect }

/** A certification with so few questions that a journey can answer them all, at least one of each type. */
export const shortExam = 'mb-200'

type Fixtures = {
  /** Console errors that the journey provokes on purpose; any other one fails it. */
  expectedErrors: RegExp | null
  /** Reads the questions of a certification in the order a run asks them. */
  readBank: (certificationId: string) => Promise<AskedQuestion[]>
}

/** `number` is the place in a run over the whole bank, from 1. */
export type AskedQuestion = Question & { number: number }

export const test = base.extend<Fixtures>({
  expectedErrors: [null, { option: true }],

  // Watched on the context, so that second tabs are held to the same.
  context: async ({ context, expectedErrors }, use) => {
    const complaints: string[] = []
    context.on('console', (message) => {
      const isViolation = /content.security.policy/i.test(message.text())
      if (message.type() === 'error' || isViolation) complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`)
    })
    context.on('weberror', (error) => complaints.push(`page error: ${error.error().stack}`))
    await use(context)
    expect(
      complaints.filter((complaint) => !expectedErrors?.test(complaint)),
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
  case_study_id: string | null
  skill_area: string
  skill: string
}

async function readBank(request: APIRequestContext, certificationId: string): Promise<AskedQuestion[]> {
  const response = await request.get('/api/questions', { params: { exam_id: certificationId } })
  expect(response.status()).toBe(200)
  return ((await response.json()) as QuestionRow[]).map((row, i) => ({
    number: i + 1,
    id: row.id,
    type: row.question_type,
    text: row.text,
    options: row.options,
    pairs: row.pairs,
    answerKey: row.correct_answer,
    explanation: row.explanation,
    optionExplanations: row.option_explanations,
    reference: row.reference,
    skillArea: row.skill_area,
    skill: row.skill,
    caseStudyId: row.case_study_id,
  }))
}

/** The first question of a type, which the bank has to have. */
export function firstOf(questions: readonly AskedQuestion[], type: QuestionType): AskedQuestion {
  const found = questions.find((question) => question.type === type)
  if (!found) throw new Error(`The bank has no ${type} question`)
  return found
}

/** The words of the key: options, steps in their order, or pieces in the order of the places they belong to. */
export function keyWords({ type, answerKey: key, options, pairs }: Question): string[] {
  const words = (list: readonly string[] | undefined, position: number) => plainText(list?.[position] ?? '')
  switch (type) {
    case 'single_choice':
    case 'multiple_choice':
      return key.map((letter) => words(options, letter.charCodeAt(0) - 65))
    case 'reorder':
      return key.map((step) => words(options, Number(step)))
    case 'drag_drop':
      return key.map((pair) => words(pairs?.right, Number(pair.split('=')[1])))
  }
}

/** Checks that the place shows a text of the bank, whose blocks follow each other without a space on screen. */
export async function expectHtml(place: Locator, html: string): Promise<void> {
  const blocks = html.split(/<\/(?:p|li|h\d|td|th|pre|blockquote)>/).map(plainText)
  for (const words of blocks.filter(Boolean)) await expect(place).toContainText(words)
}

const widths = [320, 768, 1280]
const schemes = ['light', 'dark'] as const

/**
 * Holds the screen as it stands against axe, in both colour schemes and at three widths, and checks that nothing has to
 * be scrolled sideways. The state of the page is kept; the window is left at 1280 px and light.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    for (const colorScheme of schemes) {
      // Colours that are still changing would be measured half way.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // There are no frames, and writing out what passed would take longer than the checks.
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode(true)
        .options({ resultTypes: ['violations'] })
        .analyze()
      const found = violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.html} (${node.failureSummary})`))
      expect.soft(found, `accessibility at ${width} px, ${colorScheme}`).toEqual([])
    }
    expect.soft(await overflowing(page), `wider than a window of ${width} px`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null })
}

/** The page, should it scroll sideways, with the elements that stick out; an empty list when all is well. */
async function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.body.querySelectorAll('*')].filter((element) => element.getBoundingClientRect().right > clientWidth)
    return [`page of ${scrollWidth} px`, ...wide.slice(0, 5).map((element) => element.outerHTML.slice(0, 160))]
  })
}
