import type { Page } from '@playwright/test'
import { questionTypes } from '#exam/question.ts'
import { expect, expectAccessible, openAsAdministrator, test } from '#tests/journeys/accounts.ts'
import { questionEditor } from '#web/text/en/admin/question-editor.ts'
import {
  editorOf,
  keyOf,
  labels,
  letter,
  openQuestion,
  option,
  press,
  readLast,
  readStored,
  reference,
  saveAndClose,
  takeQuestion,
  textOf,
} from '#tests/journeys/question-editor.ts'

/** Adds entries until there is one for each text, and fills them in. */
async function writeEntries(page: Page, add: string, nameOf: (position: number) => string, texts: string[]): Promise<void> {
  for (const [i, text] of texts.entries()) {
    if ((await textOf(page, nameOf(i)).count()) === 0) await press(page, add)
    await textOf(page, nameOf(i)).fill(text)
  }
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
    // The focus stays on a step that is excluded and included again.
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
    // When a statement moves, its answer moves with it.
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

    // Drags the option by its letter onto another option.
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
})
