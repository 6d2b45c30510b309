import { Buffer } from 'node:buffer'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { BankItem } from '#exam/bank-file/index.ts'
import { questionTypes } from '#exam/question.ts'
import type { StoredQuestion } from '#server/bank/question-history.ts'
import {
  becomeMember,
  expect,
  expectAccessible,
  makeAdministrator,
  newAddress,
  open,
  openAsAdministrator,
  test,
} from '#tests/journeys/accounts.ts'
import { bank } from '#web/text/en/admin/bank.ts'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'
import { failureSentence, questionEditor, richText } from '#web/text/en/admin/question-editor.ts'

const reference = 'https://learn.microsoft.com/en-us/dynamics365/business-central/finance-posting-groups'
const labels = questionEditor.fieldLabel

/** The dialog of the editor. Other dialogs may be above it. */
function editorOf(page: Page): Locator {
  return page.getByRole('dialog', { name: new RegExp(`^(?:Add New Question|Edit Question)$`) })
}

function textOf(page: Page, name: string): Locator {
  return page.getByRole('textbox', { name, exact: true })
}

function keyOf(page: Page): Locator {
  return textOf(page, labels('correct_answer'))
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
}

async function tool(page: Page, text: string, name: string): Promise<void> {
  await page
    .getByRole('toolbar', { name: richText.format(text) })
    .getByRole('button', { name, exact: true })
    .click()
}

/** Adds entries until there are as many as texts, and fills them in. */
async function writeEntries(page: Page, add: string, nameOf: (position: number) => string, texts: string[]): Promise<void> {
  for (const [i, text] of texts.entries()) {
    if ((await textOf(page, nameOf(i)).count()) === 0) await press(page, add)
    await textOf(page, nameOf(i)).fill(text)
  }
}

const letter = (position: number) => String.fromCharCode(65 + position)
const option = (position: number) => questionEditor.option(letter(position))

async function listPublic(page: Page, origin: string): Promise<BankItem[]> {
  return (await page.request.get(`${origin}/api/questions?exam_id=mb-800`)).json() as Promise<BankItem[]>
}

/** Questions that journeys of this worker may have changed. */
const taken = new Set<string>()

/** A question that no other journey changes, which suits this one. */
async function takeQuestion(
  page: Page,
  origin: string,
  type: BankItem['question_type'],
  suits: (question: BankItem) => boolean = () => true,
): Promise<BankItem> {
  const questions = await listPublic(page, origin)
  const found = questions.find((question) => question.question_type === type && !taken.has(question.id) && suits(question))
  if (!found) throw new Error(`The bank has no other ${type} question`)
  taken.add(found.id)
  return found
}

async function readStored(page: Page, origin: string, id: string): Promise<StoredQuestion> {
  const response = await page.request.get(`${origin}/api/questions/${id}`)
  expect(response.status()).toBe(200)
  return response.json() as Promise<StoredQuestion>
}

async function openQuestion(page: Page, origin: string, id: string): Promise<void> {
  await open(page, `${origin}/admin?edit=${id}`)
  await expect(editorOf(page).getByRole('textbox', { name: labels('text'), exact: true })).toBeVisible()
}

async function saveAndClose(page: Page): Promise<void> {
  await press(page, questionEditor.save)
  await expect(editorOf(page)).toBeHidden()
}

/** The newest question of the exam. */
async function readLast(page: Page, origin: string): Promise<BankItem | undefined> {
  return (await listPublic(page, origin)).at(-1)
}

test.describe('Ada', () => {
  test('adds a question of each type, which candidates then get', async ({ page, sharedBank }) => {
    test.setTimeout(120_000)
    await openAsAdministrator(page, sharedBank, '/admin')
    const { origin } = sharedBank

    await press(page, 'Add Question')
    await expect(textOf(page, option(0))).toBeVisible()
    await expect(textOf(page, option(1))).toHaveCount(0)
    await textOf(page, labels('text')).fill('Which group holds the payables account?')
    await writeEntries(page, questionEditor.addOption, option, ['Customer posting group', 'Vendor posting group', 'Bank posting group'])
    await page.getByRole('radio', { name: questionEditor.isCorrectOf(option(1)) }).check()
    await expect(keyOf(page)).toHaveValue('B')
    await textOf(page, labels('explanation')).fill('The vendor posting group holds it.')
    await textOf(page, labels('reference')).fill(reference)
    await editorOf(page).getByLabel(labels('skill_area'), { exact: true }).selectOption({ index: 1 })
    await editorOf(page).getByLabel(labels('skill'), { exact: true }).selectOption({ index: 1 })
    await saveAndClose(page)
    expect(await readLast(page, origin)).toMatchObject({
      question_type: 'single_choice',
      text: '<p>Which group holds the payables account?</p>',
      options: ['Customer posting group', 'Vendor posting group', 'Bank posting group'],
      correct_answer: ['B'],
      explanation: '<p>The vendor posting group holds it.</p>',
      reference,
    })

    await press(page, 'Add Question')
    await editorOf(page).getByLabel(labels('question_type')).selectOption('multiple_choice')
    await textOf(page, labels('text')).fill('Which two are posting groups?')
    await writeEntries(page, questionEditor.addOption, option, ['Customer', 'Dimension', 'Vendor'])
    await keyOf(page).fill('c, a')
    await textOf(page, labels('reference')).fill(reference)
    await expect(keyOf(page)).toHaveValue('A,C')
    await expect(page.getByRole('checkbox', { name: questionEditor.isCorrectOf(option(2)) })).toBeChecked()
    await saveAndClose(page)
    // Saved with a warning: the page lists what is missing.
    await expect(page.getByText(questionEditor.savedWith)).toContainText(labels('explanation'))
    expect(await readLast(page, origin)).toMatchObject({ question_type: 'multiple_choice', correct_answer: ['A', 'C'] })

    await press(page, 'Add Question')
    await editorOf(page).getByLabel(labels('question_type')).selectOption('reorder')
    await textOf(page, labels('text')).fill('Put the steps in order.')
    await writeEntries(page, questionEditor.addStep, (i) => questionEditor.step(letter(i)), ['Third', 'First', 'Second'])
    await press(page, questionEditor.moveUp('B First'))
    await press(page, questionEditor.moveDown('A Third'))
    await expect(keyOf(page)).toHaveValue('1,2,0')
    // The focus follows a step that is excluded and included again.
    await press(page, questionEditor.exclude('A Third'))
    await expect(page.getByRole('button', { name: questionEditor.include('A Third') })).toBeFocused()
    await expect(editorOf(page).getByRole('status').getByText(questionEditor.excluded('A Third'))).toBeAttached()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: questionEditor.exclude('A Third') })).toBeFocused()
    await expect(keyOf(page)).toHaveValue('1,2,0')
    await textOf(page, labels('reference')).fill(reference)
    await saveAndClose(page)
    expect(await readLast(page, origin)).toMatchObject({
      question_type: 'reorder',
      options: ['Third', 'First', 'Second'],
      correct_answer: ['1', '2', '0'],
      sequence: ['1', '2', '0'],
    })

    await press(page, 'Add Question')
    await editorOf(page).getByLabel(labels('question_type')).selectOption('drag_drop')
    await textOf(page, labels('text')).fill('Match them.')
    await writeEntries(page, questionEditor.addPrompt, (i) => questionEditor.prompt(i + 1), ['Customers', 'Vendors'])
    await writeEntries(page, questionEditor.addItem, (i) => questionEditor.item(letter(i)), ['Payables', 'Receivables', 'Stock'])
    await page.getByLabel(questionEditor.belongs(questionEditor.prompt(1))).selectOption('B Receivables')
    await page.getByLabel(questionEditor.belongs(questionEditor.prompt(2))).selectOption('A Payables')
    await expect(keyOf(page)).toHaveValue('0=1,1=0')
    await textOf(page, labels('reference')).fill(reference)
    await saveAndClose(page)
    expect(await readLast(page, origin)).toMatchObject({
      question_type: 'drag_drop',
      options: [],
      pairs: { left: ['Customers', 'Vendors'], right: ['Payables', 'Receivables', 'Stock'] },
      correct_answer: ['0=1', '1=0'],
    })

    await press(page, 'Add Question')
    await editorOf(page).getByLabel(labels('question_type')).selectOption('statements')
    await textOf(page, labels('text')).fill('A bakery closes October.')
    const statements = ['October is open.', 'November is open.', 'Nothing can be posted.']
    await writeEntries(page, questionEditor.addStatement, (i) => questionEditor.statement(i + 1), statements)
    for (const [i, entry] of ['no', 'yes', 'no'].entries())
      await page.getByLabel(questionEditor.isTrue(questionEditor.statement(i + 1))).selectOption(entry)
    await expect(keyOf(page)).toHaveValue('no,yes,no')
    // A statement takes its answer along.
    await press(page, questionEditor.moveUp(questionEditor.statement(2)))
    await expect(keyOf(page)).toHaveValue('yes,no,no')
    await textOf(page, labels('reference')).fill(reference)
    await saveAndClose(page)
    expect(await readLast(page, origin)).toMatchObject({
      question_type: 'statements',
      options: ['November is open.', 'October is open.', 'Nothing can be posted.'],
      correct_answer: ['yes', 'no', 'no'],
    })

    await press(page, 'Add Question')
    await editorOf(page).getByLabel(labels('question_type')).selectOption('drop_down')
    await textOf(page, labels('text')).fill('Complete the sentence.')
    await textOf(page, questionEditor.content).fill('Set [[1]] to [[2]].')
    const blanks = [
      { label: 'Field', choices: ['Costing Method', 'Posting Group'], key: '0' },
      { label: 'Value', choices: ['FIFO', 'Standard', 'Average'], key: '1' },
    ]
    for (const [i, { label, choices, key }] of blanks.entries()) {
      if ((await textOf(page, questionEditor.blankLabel(i + 1)).count()) === 0) await press(page, questionEditor.addBlank)
      await textOf(page, questionEditor.blankLabel(i + 1)).fill(label)
      await textOf(page, questionEditor.choices(i + 1)).fill(choices.join('\n'))
      await page.getByLabel(questionEditor.correctChoice(i + 1)).selectOption(key)
    }
    await expect(keyOf(page)).toHaveValue('0,1')
    await textOf(page, labels('reference')).fill(reference)
    await saveAndClose(page)
    expect(await readLast(page, origin)).toMatchObject({
      question_type: 'drop_down',
      completion: { content: '<p>Set [[1]] to [[2]].</p>', blanks: blanks.map(({ label, choices }) => ({ label, choices })) },
      correct_answer: ['0', '1'],
    })

    await press(page, 'Add Question')
    await editorOf(page).getByLabel(labels('question_type')).selectOption('solution')
    await textOf(page, labels('text')).fill('Solution: the user setup allows October.')
    await page.getByLabel(questionEditor.meetsGoal).selectOption('yes')
    await editorOf(page).getByLabel(labels('case_study_id'), { exact: true }).selectOption({ index: 1 })
    await textOf(page, labels('reference')).fill(reference)
    await saveAndClose(page)
    expect(await readLast(page, origin)).toMatchObject({
      question_type: 'solution',
      correct_answer: ['yes'],
      case_study_id: expect.any(String),
    })
  })

  test('saves unchanged questions of every type without changing them', async ({ page, sharedBank }) => {
    test.setTimeout(120_000)
    await openAsAdministrator(page, sharedBank, '/admin')
    const { origin } = sharedBank
    const patches: string[] = []
    page.on('request', (request) => request.method() === 'PATCH' && patches.push(request.url()))
    for (const type of questionTypes) {
      const { id } = await takeQuestion(page, origin, type)
      const before = await readStored(page, origin, id)
      await openQuestion(page, origin, id)
      await saveAndClose(page)
      // An edit that was undone also counts as unchanged.
      await openQuestion(page, origin, id)
      const text = textOf(page, labels('text'))
      await text.pressSequentially('x')
      await text.press('Backspace')
      await saveAndClose(page)
      expect(await readStored(page, origin, id)).toEqual(before)
    }
    expect(patches).toEqual([])
  })

  test('moves, removes and adds options, and the answer key follows its option', async ({ page, sharedBank }) => {
    await openAsAdministrator(page, sharedBank, '/admin')
    const { origin } = sharedBank
    const before = await takeQuestion(page, origin, 'single_choice')
    const key = before.correct_answer[0] ?? ''
    const position = key.charCodeAt(0) - 65
    await openQuestion(page, origin, before.id)
    await expect(keyOf(page)).toHaveValue(key)
    const up = position > 0
    await press(page, up ? questionEditor.moveUp(option(position)) : questionEditor.moveDown(option(position)))
    const moved = up ? position - 1 : position + 1
    await expect(keyOf(page)).toHaveValue(letter(moved))
    await expect(page.getByRole('radio', { name: questionEditor.isCorrectOf(option(moved)) })).toBeChecked()
    await saveAndClose(page)
    const after = await readStored(page, origin, before.id)
    expect(after.correct_answer).toEqual([letter(moved)])
    expect(after.options[moved]).toBe(before.options[position])
    expect(after.options[position]).toBe(before.options[moved])
    expect(after.option_explanations[position]).toBe(before.option_explanations[moved])
    expect(after.text).toBe(before.text)

    await openQuestion(page, origin, before.id)
    const other = moved === 0 ? 1 : 0
    await press(page, questionEditor.remove(option(other)))
    const left = other < moved ? moved - 1 : moved
    await expect(keyOf(page)).toHaveValue(letter(left))
    await press(page, questionEditor.addOption)
    await textOf(page, option(before.options.length - 1)).fill('A new option')
    await saveAndClose(page)
    const last = await readStored(page, origin, before.id)
    expect(last.options[left]).toBe(before.options[position])
    expect(last.options.at(-1)).toBe('A new option')
    expect(last.correct_answer).toEqual([letter(left)])

    // By its letter, onto another one.
    await page.setViewportSize({ width: 1280, height: 1400 })
    await openQuestion(page, origin, before.id)
    const rows = editorOf(page).getByRole('listitem')
    const target = left === 0 ? 2 : 0
    await rows
      .nth(left)
      .getByText(letter(left), { exact: true })
      .dragTo(rows.nth(target), { targetPosition: { x: 200, y: 90 } })
    await expect(keyOf(page)).toHaveValue(letter(target))
  })

  test('formats a text with the toolbar, without leaving inline styles in it', async ({ page, sharedBank }) => {
    await openAsAdministrator(page, sharedBank, '/admin')
    const { origin } = sharedBank
    const { id } = await takeQuestion(page, origin, 'single_choice')
    await openQuestion(page, origin, id)
    const name = labels('text')
    const text = textOf(page, name)
    await text.fill('Before you post, open')
    await text.press('End')
    await text.pressSequentially(' ')
    await tool(page, name, richText.bold)
    await text.pressSequentially('Posting Groups')
    await tool(page, name, richText.bold)
    await text.press('Enter')
    await tool(page, name, richText.list)
    await text.pressSequentially('one')
    await text.press('Enter')
    await text.pressSequentially('two')
    await text.press('Enter')
    await text.press('Enter')
    await tool(page, name, richText.link)
    await textOf(page, richText.address).fill('javascript:alert(1)')
    await textOf(page, richText.address).press('Enter')
    await expect(page.getByText(richText.addressProblem)).toBeVisible()
    await textOf(page, richText.address).fill('mailto:ada@example.com')
    await expect(page.getByText(richText.addressProblem)).toBeHidden()
    await textOf(page, richText.address).fill('https://example.com/x')
    await textOf(page, richText.address).press('Enter')
    await text.press('Enter')
    await tool(page, name, richText.table)
    await text.pressSequentially('Head')
    await tool(page, name, richText.removeRow)
    await tool(page, name, richText.addColumn)
    await expect(page.locator('.ProseMirror [style]')).toHaveCount(0)
    await saveAndClose(page)
    const { text: html } = await readStored(page, origin, id)
    expect(html).toContain('<p>Before you post, open <b>Posting Groups</b></p><ul><li>one</li><li>two</li></ul>')
    expect(html).toContain('<a href="https://example.com/x" rel="noopener noreferrer">https://example.com/x</a>')
    expect(html).toContain('<table><tbody><tr><td></td><td></td><td></td></tr>')
    expect(html).not.toMatch(/style|class|data-|colgroup/)
  })

  test('pastes from a hostile page: no script runs, and the text is preserved', async ({ page, sharedBank }) => {
    await openAsAdministrator(page, sharedBank, '/admin')
    const { origin } = sharedBank
    const { id } = await takeQuestion(page, origin, 'single_choice')
    await openQuestion(page, origin, id)
    await textOf(page, labels('explanation')).fill('')
    await textOf(page, labels('explanation')).evaluate((element) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData(
        'text/html',
        `<style>p{color:red}</style><p style="color:red" onclick="window.hit=1" class="x">Words <b style='font-size:9px'>stay</b>
        <script>window.hit=1</` +
          `script><img src="https://example.com/x.png" onerror="window.hit=1"><a href="javascript:window.hit=1">here</a>
        <iframe srcdoc="<script>parent.hit=1</` +
          `script>"></iframe><svg onload="window.hit=1"></svg></p>`,
      )
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await expect(page.getByText(richText.foreignPicture)).toBeVisible()
    await press(page, questionEditor.preview)
    await expect(page.getByRole('dialog', { name: bank.previewTitle })).toBeVisible()
    await press(page, bank.closePreview)
    await saveAndClose(page)
    expect((await readStored(page, origin, id)).explanation).toBe('<p>Words <b>stay</b> here</p>')
    expect(await page.evaluate(() => 'hit' in window)).toBe(false)
  })

  test('inserts an image with alternative text into an option', async ({ page, sharedBank }) => {
    await openAsAdministrator(page, sharedBank, '/admin')
    const { origin } = sharedBank
    const { id } = await takeQuestion(page, origin, 'single_choice', ({ options }) => !options[0]?.includes('<'))
    await openQuestion(page, origin, id)
    await textOf(page, option(0)).fill('As drawn ')
    await textOf(page, option(0)).press('End')
    await tool(page, option(0), richText.picture)
    const buffer = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#246' } })
      .png()
      .toBuffer()
    await page.getByLabel(richText.file, { exact: true }).setInputFiles({ name: 'drawn.png', mimeType: 'image/png', buffer })
    await expect(page.getByText(richText.uploaded)).toBeVisible()
    await textOf(page, richText.alt).fill('Two accounts')
    await expectAccessible(page)
    await press(page, richText.insertPicture)
    await expect(textOf(page, option(0)).getByRole('img', { name: 'Two accounts' })).toBeVisible()
    await saveAndClose(page)
    const { options } = await readStored(page, origin, id)
    expect(options[0]).toMatch(/^As drawn <img src="\/storage\/questions\/question-images\/[\w-]+\.png" alt="Two accounts" ?\/>$/)
    const src = /src="([^"]+)"/.exec(options[0] ?? '')?.[1] ?? ''
    expect((await page.request.get(origin + src)).status()).toBe(200)
  })

  test('reads an earlier version of a question and restores it', async ({ page, sharedBank }) => {
    await openAsAdministrator(page, sharedBank, '/admin')
    const { origin } = sharedBank
    const { id, text } = await takeQuestion(page, origin, 'single_choice')
    await openQuestion(page, origin, id)
    await textOf(page, labels('text')).fill('Quite another question?')
    await saveAndClose(page)
    await openQuestion(page, origin, id)
    await press(page, questionEditor.history)
    const history = page.getByRole('dialog', { name: questionEditor.historyTitle })
    await expect(history.getByRole('button', { name: questionEditor.currentVersion(2) })).toBeVisible()
    await press(page, questionEditor.version(1))
    await expect(history.getByText(questionEditor.differs)).toBeVisible()
    await expect(history.getByText('Quite another question?')).toBeVisible()
    await expectAccessible(page)
    await press(page, questionEditor.restore)
    await expect(history).toBeHidden()
    await expect(editorOf(page).getByText(questionEditor.restored(1, 3))).toBeVisible()
    await press(page, questionEditor.cancel)
    await expect(editorOf(page)).toBeHidden()
    expect(await readStored(page, origin, id)).toMatchObject({ text, version: 3 })
  })

  test('uses the editor with the keyboard alone', async ({ page, sharedBank }) => {
    await openAsAdministrator(page, sharedBank, '/admin')
    const { origin } = sharedBank
    const isFocused = (control: Locator) => expect(control).toBeFocused()
    const tabTo = async (control: Locator) => {
      for (let i = 0; i < 60 && !(await control.evaluate((element) => element === document.activeElement)); i++)
        await page.keyboard.press('Tab')
      await isFocused(control)
    }
    await page.getByRole('button', { name: 'Add Question' }).focus()
    await page.keyboard.press('Enter')
    await expect(textOf(page, labels('text'))).toBeVisible()
    await tabTo(textOf(page, labels('text')))
    await page.keyboard.type('By keyboard?')
    // The toolbar is one tab stop; the arrow keys move within it.
    await page.keyboard.press('Shift+Tab')
    const buttons = page.getByRole('toolbar', { name: richText.format(labels('text')) }).getByRole('button')
    await isFocused(buttons.first())
    await page.keyboard.press('ArrowLeft')
    await isFocused(buttons.last())
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await isFocused(buttons.nth(1))
    await tabTo(textOf(page, option(0)))
    await page.keyboard.type('Yes')
    await tabTo(page.getByRole('button', { name: questionEditor.addOption }))
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    await expect(textOf(page, option(1))).toBeVisible()
    await textOf(page, option(1)).focus()
    await page.keyboard.type('No')
    await tabTo(page.getByRole('button', { name: questionEditor.moveUp(option(1)) }))
    await page.keyboard.press('Enter')
    await isFocused(page.getByRole('button', { name: questionEditor.moveUp(option(0)) }))
    await tabTo(keyOf(page))
    await page.keyboard.type('b')
    await tabTo(textOf(page, labels('reference')))
    await page.keyboard.type(reference)
    await expect(keyOf(page)).toHaveValue('B')
    await page.keyboard.press('Enter')
    await expect(editorOf(page)).toBeHidden()
    expect(await readLast(page, origin)).toMatchObject({ text: '<p>By keyboard?</p>', options: ['No', 'Yes'], correct_answer: ['B'] })
  })

  test('gets a warning before leaving unsaved changes', async ({ page, sharedBank }) => {
    await openAsAdministrator(page, sharedBank, '/admin')
    const { origin } = sharedBank
    await page.getByRole('link', { name: bank.page(2), exact: true }).click()
    await expect(page).toHaveURL(/page=2/)
    await page
      .getByRole('row')
      .nth(1)
      .getByRole('button', { name: /^Edit: / })
      .click()
    await textOf(page, labels('text')).fill('Half written')
    const leaving = page.getByRole('dialog', { name: questionEditor.leaveTitle })
    // A click outside, and repeated Escape.
    await page.mouse.click(2, 400)
    await expect(leaving).toBeHidden()
    for (const isAsked of [true, false, true]) {
      await page.keyboard.press('Escape')
      await expect(leaving).toBeVisible({ visible: isAsked })
    }
    await press(page, questionEditor.keepEditing)
    await expect(textOf(page, labels('text'))).toHaveText('Half written')
    // The Back button of the browser, and a link of the site.
    const going = page.getByRole('dialog', { name: catalogueAdmin.leave })
    await page.evaluate(() => history.back())
    await expect(going).toBeVisible()
    await press(page, catalogueAdmin.leaveNo)
    await expect(page).toHaveURL(/edit=/)
    await expect(textOf(page, labels('text'))).toHaveText('Half written')
    await page
      .getByRole('banner')
      .getByRole('link', { name: 'Profile' })
      .evaluate((link: HTMLElement) => link.click())
    await expect(going).toBeVisible()
    await press(page, catalogueAdmin.leaveNo)
    await expect(textOf(page, labels('text'))).toHaveText('Half written')
    // Closing the window.
    const dialogOpened = page.waitForEvent('dialog')
    await page.evaluate(() => setTimeout(() => location.reload()))
    await (await dialogOpened).dismiss()
    await expect(textOf(page, labels('text'))).toHaveText('Half written')
    await press(page, questionEditor.cancel)
    await press(page, questionEditor.discard)
    await expect(editorOf(page)).toBeHidden()
    expect(JSON.stringify(await listPublic(page, origin))).not.toContain('Half written')
  })

  test('can use every form of the editor in light and dark, at every width', async ({ page, sharedBank }) => {
    test.setTimeout(180_000)
    await openAsAdministrator(page, sharedBank, '/admin')
    const { origin } = sharedBank
    for (const type of ['single_choice', 'reorder', 'drag_drop'] as const) {
      await openQuestion(page, origin, (await takeQuestion(page, origin, type)).id)
      await expectAccessible(page)
    }
    await press(page, questionEditor.preview)
    await expectAccessible(page)
  })
})

test.describe('Ada, when saving fails,', () => {
  test.use({ expectedErrors: /status of (?:400|401|404|409|415|422|500|503)|ERR_INTERNET_DISCONNECTED|ERR_FAILED|could not be loaded/ })

  test('sees which fields prevent saving, and no typed text is lost', async ({ page, sharedBank }) => {
    await openAsAdministrator(page, sharedBank, '/admin')
    const { origin } = sharedBank
    await press(page, 'Add Question')
    await textOf(page, labels('text')).fill('Kept')
    await press(page, questionEditor.save)
    const notice = editorOf(page).getByRole('alert')
    await expect(notice).toContainText(questionEditor.notSaved(2))
    await expect(page.getByText(questionEditor.answerKeyMissing.single_choice)).toBeVisible()
    await textOf(page, labels('reference')).fill('finance-posting-groups')
    await keyOf(page).fill('A,F')
    await press(page, questionEditor.save)
    await expect(page.getByText(questionEditor.referenceProblem)).toBeVisible()
    await expectAccessible(page)
    await notice.getByRole('button', { name: labels('reference') }).click()
    await expect(textOf(page, labels('reference'))).toBeFocused()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(reference)
    await keyOf(page).fill('A')
    // Only the server finds this: an option without text.
    await press(page, questionEditor.save)
    await expect(notice).toContainText(labels('options'))
    await textOf(page, option(0)).fill('Yes')
    await page.context().setOffline(true)
    await press(page, questionEditor.save)
    await expect(notice).toHaveText(failureSentence({ message: '' }))
    await page.context().setOffline(false)
    const cookies = await page.context().cookies()
    await page.context().clearCookies()
    await press(page, questionEditor.save)
    await expect(notice).toHaveText(failureSentence({ status: 401, message: '' }))
    await page.context().addCookies(cookies)
    await saveAndClose(page)
    expect(await readLast(page, origin)).toMatchObject({ text: '<p>Kept</p>', options: ['Yes'], correct_answer: ['A'] })
  })

  test('and Noor edit one question: the second sees both versions and chooses one', async ({ page, openElsewhere, sharedBank }) => {
    test.setTimeout(120_000)
    await openAsAdministrator(page, sharedBank, '/admin')
    const { origin, dataDir } = sharedBank
    const noor = await openElsewhere()
    const address = await becomeMember(noor, origin, newAddress('noor'))
    await makeAdministrator(dataDir, address)
    const { id } = await takeQuestion(page, origin, 'single_choice')

    await openQuestion(page, origin, id)
    await textOf(page, labels('text')).fill('As Ada has it')
    await openQuestion(noor, origin, id)
    await textOf(noor, labels('text')).fill('As Noor has it')
    await saveAndClose(noor)
    await press(page, questionEditor.save)
    const conflict = page.getByRole('dialog', { name: catalogueAdmin.conflict })
    await expect(conflict.getByText(questionEditor.conflict(address))).toBeVisible()
    // Not on a button that discards one of the two versions.
    await expect(conflict.getByRole('button', { name: catalogueAdmin.backToForm })).toBeFocused()
    await expect(conflict.getByText('As Noor has it')).toBeVisible()
    await expect(conflict.getByText('As Ada has it')).toBeVisible()
    await expectAccessible(page)
    await conflict.getByRole('button', { name: catalogueAdmin.keepMine }).click()
    await expect(editorOf(page)).toBeHidden()
    expect(await readStored(page, origin, id)).toMatchObject({ text: '<p>As Ada has it</p>', version: 3 })

    await openQuestion(page, origin, id)
    await textOf(page, labels('text')).fill('Ada again')
    await openQuestion(noor, origin, id)
    await textOf(noor, labels('explanation')).fill('Noor explains')
    await saveAndClose(noor)
    await press(page, questionEditor.save)
    await conflict.getByRole('button', { name: catalogueAdmin.takeTheirs }).click()
    await expect(conflict).toBeHidden()
    await expect(textOf(page, labels('explanation'))).toHaveText('Noor explains')
    await expect(textOf(page, labels('text'))).toHaveText('As Ada has it')
    await press(page, questionEditor.cancel)
    await expect(editorOf(page)).toBeHidden()
  })

  // Found in review: Escape opened 'Discard changes' during a save, and the text typed in the meantime was lost.
  test('can neither type nor leave while a question is being saved, and then continues at the same position', async ({
    page,
    sharedBank,
  }) => {
    await openAsAdministrator(page, sharedBank, '/admin')
    const { origin } = sharedBank
    const { id } = await takeQuestion(page, origin, 'single_choice')
    await openQuestion(page, origin, id)
    await textOf(page, labels('text')).fill('Written before')
    let answer = () => {}
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(`**/api/questions/${id}`, async (route) => {
      await isAnswered
      await route.fulfill({ status: 503, json: {} })
    })
    await textOf(page, labels('reference')).press('Enter')
    await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled()
    await page.keyboard.type('typed meanwhile')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: questionEditor.leaveTitle })).toBeHidden()
    await expect(editorOf(page)).toBeVisible()
    answer()
    await expect(editorOf(page).getByRole('alert')).toBeVisible()
    await expect(textOf(page, labels('reference'))).toBeFocused()
    await expect(textOf(page, labels('text'))).toHaveText('Written before')
    await press(page, questionEditor.save)
    await expect(page.getByRole('button', { name: questionEditor.save, exact: true })).toBeFocused()
    await page.unroute(`**/api/questions/${id}`)
    await saveAndClose(page)
    expect(await readStored(page, origin, id)).toMatchObject({ text: '<p>Written before</p>', version: 2 })
  })

  test('gets to the refused field, and reads the reason even if the form has no field for it', async ({ page, sharedBank }) => {
    await openAsAdministrator(page, sharedBank, '/admin')
    const { origin } = sharedBank
    const { id } = await takeQuestion(page, origin, 'single_choice')
    await openQuestion(page, origin, id)
    await textOf(page, labels('text')).fill('Changed')
    const refusals = [
      { field: 'option_explanations', reason: 'is too long' },
      { field: 'exam_id', reason: 'is not a certification of this site' },
    ]
    await page.route(`**/api/questions/${id}`, (route) => route.fulfill({ status: 422, json: { code: 'QUESTION_REFUSED', refusals } }))
    await press(page, questionEditor.save)
    const notice = editorOf(page).getByRole('alert')
    await expect(notice).toContainText(questionEditor.sentence('exam_id', 'is not a certification of this site'))
    await expect(notice.getByRole('button')).toHaveCount(1)
    await notice.getByRole('button', { name: labels('option_explanations') }).click()
    await expect(editorOf(page).locator('[data-field=option_explanations] summary').first()).toBeFocused()
    await expect(page.getByText(questionEditor.sentence('option_explanations', 'is too long'))).toBeVisible()
  })

  test('restores a version although another administrator saved one in the meantime', async ({ page, sharedBank }) => {
    await openAsAdministrator(page, sharedBank, '/admin')
    const { origin } = sharedBank
    const { id, text } = await takeQuestion(page, origin, 'single_choice')
    const change = async (explanation: string) => {
      const answer = await page.request.patch(`${origin}/api/questions/${id}`, { headers: { Origin: origin }, data: { text: explanation } })
      expect(answer.status()).toBe(200)
    }
    await change('<p>Second</p>')
    await openQuestion(page, origin, id)
    await press(page, questionEditor.history)
    const history = page.getByRole('dialog', { name: questionEditor.historyTitle })
    await expect(history.getByRole('listitem').first()).toContainText(' UTC ')
    await press(page, questionEditor.version(1))
    await change('<p>Third</p>')
    await press(page, questionEditor.restore)
    await expect(history.getByText(questionEditor.restoreLate)).toBeVisible()
    await expect(history.getByRole('button', { name: questionEditor.currentVersion(3) })).toBeVisible()
    await press(page, questionEditor.restore)
    await expect(history).toBeHidden()
    expect(await readStored(page, origin, id)).toMatchObject({ text, version: 4 })
  })

  test('opens an editor at the second try after loading failed, and the page stays', async ({ page, sharedBank }) => {
    await openAsAdministrator(page, sharedBank, '/admin')
    const { origin } = sharedBank
    await page.route(/question-editor[^/]*\.js/, (route) => route.abort())
    await press(page, 'Add Question')
    await expect(page.getByText(questionEditor.notLoaded)).toBeVisible()
    await expectAccessible(page)
    await page.unroute(/question-editor[^/]*\.js/)
    await press(page, questionEditor.tryAgain)
    await expect(textOf(page, labels('text'))).toBeVisible()

    await page.route(/rich-text-editor[^/]*\.js/, (route) => route.abort())
    await open(page, `${origin}/admin/case-studies/new`)
    await expect(page.getByText(questionEditor.notLoaded)).toBeVisible()
    await textOf(page, catalogueAdmin.title).fill('Typed already')
    await page.unroute(/rich-text-editor[^/]*\.js/)
    await press(page, questionEditor.tryAgain)
    await expect(textOf(page, catalogueAdmin.content)).toBeVisible()
    await expect(textOf(page, catalogueAdmin.title)).toHaveValue('Typed already')
  })

  test('sees that an address names no question', async ({ page, sharedBank }) => {
    await openAsAdministrator(page, sharedBank, '/admin')
    const { origin } = sharedBank
    for (const id of ['..%2Fviewer', '..', '.']) {
      await open(page, `${origin}/admin?edit=${id}`)
      await expect(editorOf(page).getByRole('button', { name: questionEditor.tryAgain })).toBeVisible()
    }
  })

  test('loses no text when an image cannot be uploaded', async ({ page, sharedBank }) => {
    await openAsAdministrator(page, sharedBank, '/admin')
    const { origin } = sharedBank
    const { id } = await takeQuestion(page, origin, 'single_choice')
    await openQuestion(page, origin, id)
    await textOf(page, labels('explanation')).fill('Words before')
    await tool(page, labels('explanation'), richText.picture)
    await page.route('**/api/images', (route) => route.abort())
    const file = { name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') }
    await page.getByLabel(richText.file, { exact: true }).setInputFiles(file)
    await expect(page.getByText(failureSentence({ message: '' }))).toBeVisible()
    await page.unroute('**/api/images')
    await press(page, richText.tryAgain)
    await expect(editorOf(page).getByRole('alert')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(textOf(page, labels('explanation'))).toHaveText('Words before')
  })
})
