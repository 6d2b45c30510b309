import type { Locator, Page } from '@playwright/test'
import { optionsMax } from '#exam/bank-file/index.ts'
import { becomeAdministrator, expect, open, test } from '#tests/journeys/accounts.ts'
import { expectUsable } from '#tests/journeys/exam-screen.ts'
import { overflowing } from '#tests/journeys/fixtures.ts'
import { examineHtml } from '#server/bank/sanitize-html.ts'
import type { StoredQuestion } from '#server/bank/question-history.ts'
import { aBankItem } from '#tests/factories.ts'
import { sanitizerPayloads } from '#tests/sanitizer-payloads.ts'
import { en } from '#web/text/en/en.ts'
import { bank } from '#web/text/en/admin/bank.ts'
import { questionEditor } from '#web/text/en/admin/question-editor.ts'

const { exam } = en

test.describe.configure({ timeout: 240_000 })
// Errors about missing images of this site, and about content that the browser blocks.
test.use({ expectedErrors: /status of 404|^error: (?:Executing inline event handler|Applying inline style|Setting the document's base)/ })

/** Watches for effects of a payload on a page: opened dialogs, and requests to other sites. */
function watch(page: Page, origin: string): string[] {
  const done: string[] = []
  page.on('dialog', (dialog) => {
    done.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('blob:')) done.push(request.url())
  })
  return done
}

const itemOf = (payload: string, i: number) =>
  aBankItem({
    id: `01a1f7f8-3000-7dd5-a155-${String(i).padStart(12, '0')}`,
    exam_id: 'pl-100',
    text: `<p>Question ${i}</p>${payload}`,
    options: [`First ${payload}`, 'Second', 'Third', `Fourth ${payload}`],
    explanation: `<p>Because ${i}.</p>${payload}`,
  })

/** Imports the items that the dry run accepts, and returns their number. */
async function importAccepted(page: Page, origin: string, items: object[]): Promise<number> {
  const send = async (sent: object[], isDryRun: boolean) => {
    const answer = await page.request.post(`${origin}/api/questions/import?dry_run=${isDryRun}`, {
      headers: { Origin: origin, 'Content-Type': 'application/json', 'X-File-Name': 'payloads.json' },
      data: JSON.stringify(sent),
    })
    const lines = (await answer.text()).trim().split('\n')
    return lines.map((line) => JSON.parse(line) as { type: string; rows?: { index: number; verdict: string }[] })
  }
  const report = (await send(items, true)).find(({ type }) => type === 'report')
  const refused = new Set(report?.rows?.filter(({ verdict }) => verdict === 'refused').map(({ index }) => index))
  const accepted = items.filter((_, i) => !refused.has(i))
  expect((await send(accepted, false)).at(-1)).toMatchObject({ type: 'finished' })
  return accepted.length
}

/** Goes through a whole attempt and reveals every question. */
async function readRun(page: Page, origin: string): Promise<void> {
  await open(page, `${origin}/exam/pl-100`)
  await expectUsable(page)
  const total = ((await (await page.request.get(`${origin}/api/questions?exam_id=pl-100`)).json()) as unknown[]).length
  for (let number = 1; number <= total; number++) {
    await expect(page.getByRole('region', { name: exam.questionOf(number, total) })).toBeVisible()
    await page.keyboard.press('r')
    await page.keyboard.press('n')
  }
}

/** Pastes the contents one after another, as if from other pages or programs. */
async function paste(text: Locator, type: 'text/html' | 'text/plain', contents: readonly string[]): Promise<void> {
  await text.evaluateAll(
    (elements, { type, contents }) => {
      for (const element of elements) {
        for (const content of contents) {
          const clipboardData = new DataTransfer()
          clipboardData.setData(type, content)
          element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
        }
      }
    },
    { type, contents },
  )
}

/** The texts from which the server’s sanitizer would still remove something. */
const findMore = (texts: readonly string[]) => texts.filter((html) => examineHtml(html).issue !== undefined)

test.describe('A payload', () => {
  test('in an imported file never runs during an attempt', async ({ page, startOwn }) => {
    const { origin, dataDir } = await startOwn()
    await becomeAdministrator(page, origin, dataDir)
    const accepted = await importAccepted(page, origin, sanitizerPayloads.map(itemOf))
    expect(accepted).toBeGreaterThan(20)
    const done = watch(page, origin)
    await readRun(page, origin)
    expect(done).toEqual([])
  })

  test('in a case study does not run when it is read', async ({ page, startOwn }) => {
    const { origin, dataDir } = await startOwn()
    await becomeAdministrator(page, origin, dataDir)
    const headers = { Origin: origin }
    const contents: string[] = []
    const keep = async (payload: string) => {
      const data = { title: 'Payload', content: `<p>Case.</p>${payload}` }
      const answer = await page.request.post(`${origin}/api/case-studies`, { headers, data })
      expect([201, 422]).toContain(answer.status())
      if (answer.status() === 201) contents.push(((await answer.json()) as { case_study: { content: string } }).case_study.content)
    }
    for (let i = 0; i < sanitizerPayloads.length; i += 10) await Promise.all(sanitizerPayloads.slice(i, i + 10).map(keep))
    const made = await page.request.post(`${origin}/api/case-studies`, {
      headers,
      data: { title: 'All of them', content: contents.join('') },
    })
    expect(made.status(), await made.text()).toBe(201)
    const { case_study } = (await made.json()) as { case_study: { id: string } }
    const [first] = (await (await page.request.get(`${origin}/api/questions?exam_id=pl-100`)).json()) as { id: string }[]
    const change = await page.request.patch(`${origin}/api/questions/${first?.id}`, { headers, data: { case_study_id: case_study.id } })
    expect(change.status(), await change.text()).toBe(200)
    const done = watch(page, origin)
    await open(page, `${origin}/exam/pl-100`)
    await expectUsable(page)
    await page.getByRole('button', { name: 'Open Case Study' }).click()
    await expect(page.getByRole('dialog', { name: 'All of them' })).toContainText('Case.')
    await open(page, `${origin}/admin/case-studies/${case_study.id}`)
    await expect(page.locator('.ProseMirror')).toContainText('Case.')
    expect(done).toEqual([])
  })

  test('that is pasted into the editor does not run there, in the preview, or when saved', async ({ page, startOwn }) => {
    const { origin, dataDir } = await startOwn()
    await becomeAdministrator(page, origin, dataDir)
    const done = watch(page, origin)
    await open(page, `${origin}/admin?exam=pl-100&add`)
    const text = page.getByRole('dialog').locator('.ProseMirror').first()
    await text.click()
    await page.keyboard.type('Before. ')
    await paste(text, 'text/html', sanitizerPayloads)
    await text.click()
    await expect(text).toContainText('Before.')
    await page.getByRole('button', { name: questionEditor.preview, exact: true }).click()
    await expect(page.getByRole('dialog').last()).toContainText('Before.')
    await page.getByRole('button', { name: bank.closePreview, exact: true }).click()
    for (const [i, words] of ['First', 'Second', 'Third'].entries()) {
      const option = page.getByRole('textbox', { name: questionEditor.option(String.fromCharCode(65 + i)), exact: true })
      if (i > 0) await page.getByRole('button', { name: questionEditor.addOption, exact: true }).click()
      await option.fill(words)
    }
    const field = (name: string) => page.getByRole('textbox', { name: questionEditor.fieldLabel(name), exact: true })
    await field('correct_answer').fill('A')
    await field('reference').fill('https://learn.microsoft.com/en-us/power-apps/')
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url() === `${origin}/api/questions`)
    await page.getByRole('button', { name: questionEditor.save, exact: true }).click()
    const { text: printed } = (await sent).postDataJSON() as { text: string }
    expect(findMore([printed])).toEqual([])
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const questions = (await (await page.request.get(`${origin}/api/questions?exam_id=pl-100`)).json()) as { text: string }[]
    expect(questions.at(-1)?.text).toContain('Before.')
    await readRun(page, origin)
    expect(done).toEqual([])
  })

  // Regression: a preview shows HTML from the editor, which no server has sanitized.
  test('that a server accepted is printed by the editor as plain text', async ({ page, startOwn }) => {
    const { origin, dataDir } = await startOwn()
    await becomeAdministrator(page, origin, dataDir)
    const listed = (await (await page.request.get(`${origin}/api/questions?exam_id=pl-100`)).json()) as {
      id: string
      question_type: string
    }[]
    const id = listed.find(({ question_type }) => question_type === 'single_choice')?.id ?? ''
    const stored = (await (await page.request.get(`${origin}/api/questions/${id}`)).json()) as StoredQuestion
    let options: string[] = []
    await page.route(`**/api/questions/${id}`, (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ json: { ...stored, options, option_explanations: [], correct_answer: ['A'] } })
        : route.fulfill({ status: 404, json: {} }),
    )
    const done = watch(page, origin)
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    for (let i = 0; i < sanitizerPayloads.length; i += optionsMax) {
      options = sanitizerPayloads.slice(i, i + optionsMax)
      await open(page, `${origin}/admin?edit=${id}`)
      const texts = page.locator('[data-field="options"] .ProseMirror')
      await expect(texts).toHaveCount(options.length)
      await paste(texts, 'text/plain', ['Written'])
      await expect(texts.last()).toContainText('Written')
      await press(questionEditor.preview)
      await expect(page.getByRole('dialog').last()).toContainText('Written')
      await press(bank.closePreview)
      const sent = page.waitForRequest((request) => request.method() === 'PATCH')
      await press(questionEditor.save)
      const printed = ((await sent).postDataJSON() as { options: string[] }).options
      expect(printed.filter((html) => html.includes('Written'))).toHaveLength(options.length)
      expect(findMore(printed)).toEqual([])
      await expect(page.getByRole('alert')).toBeVisible()
      await press(questionEditor.cancel)
      await press(questionEditor.discard)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      // Until the address has changed, leaving the page still asks for confirmation.
      await expect(page).not.toHaveURL(/edit=/)
    }
    expect(done).toEqual([])
  })
})

test.describe('Wide content', () => {
  const cell = (i: number) => `<td>Column${i}Value</td>`
  const longWord = 'Nameofatablefield'.repeat(4)
  const wide = [
    `<p>${longWord}</p>`,
    `<p>https://learn.example/${'path/'.repeat(20)}</p>`,
    `<pre>${'x'.repeat(105)}</pre>`,
    `<table><tbody><tr>${Array.from({ length: 8 }, (_, i) => cell(i)).join('')}</tr></tbody></table>`,
  ].join('')
  const aWideItem = (i: number, values: Record<string, unknown>) => ({
    ...itemOf(wide, i),
    option_explanations: Array.from({ length: 4 }, () => `<p>Note.</p>${wide}`),
    ...values,
  })
  const options = Array.from({ length: 4 }, (_, i) => `Step ${i} ${wide}`)

  test('scrolls in its own box in every type of question', async ({ page, startOwn }) => {
    const { origin, dataDir } = await startOwn()
    await becomeAdministrator(page, origin, dataDir)
    const items = [
      aWideItem(1, { correct_answer: ['A'] }),
      aWideItem(2, { question_type: 'multiple_choice', correct_answer: ['A', 'B'] }),
      aWideItem(3, { question_type: 'reorder', options, correct_answer: ['2', '0', '1', '3'], option_explanations: undefined }),
      aWideItem(4, {
        question_type: 'drag_drop',
        options: [],
        pairs: { left: [`Left 1 ${wide}`, `Left 2 ${wide}`], right: [`Right 1 ${wide}`, `Right 2 ${wide}`] },
        correct_answer: ['0=1', '1=0'],
        option_explanations: undefined,
      }),
      aWideItem(5, { question_type: 'statements', options, correct_answer: ['yes', 'no', 'no', 'yes'] }),
      aWideItem(6, {
        question_type: 'drop_down',
        options: [],
        completion: {
          form: {
            title: longWord,
            subtitle: longWord,
            groups: [
              { name: longWord, fields: [{ label: longWord, value: longWord }] },
              { name: longWord, fields: [{ label: longWord, value: '[[1]]' }] },
            ],
          },
          content: `${wide}<ul><li>${longWord} [[2]]</li></ul>`,
          blanks: [1, 2].map((blank) => ({ label: `Blank ${blank}`, choices: [longWord, `Other${longWord}`] })),
        },
        correct_answer: ['0', '1'],
        option_explanations: undefined,
      }),
      aWideItem(7, {
        question_type: 'solution',
        options: [],
        correct_answer: ['yes'],
        option_explanations: undefined,
        case_study_id: 'series-wide',
        case_study: { title: longWord, content: `<p>Scenario.</p>${wide}` },
      }),
    ]
    expect(await importAccepted(page, origin, items)).toBe(items.length)
    await open(page, `${origin}/exam/pl-100`)
    await expectUsable(page)
    for (let number = 1; number <= items.length; number++) {
      for (const blank of await page.getByRole('combobox', { name: /^Blank/ }).all()) await blank.selectOption('1')
      for (const isRevealed of [false, true]) {
        if (isRevealed) await page.getByRole('button', { name: 'Reveal Answer' }).click()
        await expect(page.getByText(`Because ${number}.`)).toBeVisible({ visible: isRevealed })
        for (const width of [320, 390, 1280]) {
          await page.setViewportSize({ width, height: 800 })
          expect(await overflowing(page), `question ${number} at ${width} px`).toEqual([])
        }
      }
      await page.keyboard.press('n')
    }
  })
})
