import { Buffer } from 'node:buffer'
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
import {
  editorOf,
  keyOf,
  labels,
  listPublic,
  openQuestion,
  option,
  press,
  readLast,
  readStored,
  reference,
  saveAndClose,
  takeQuestion,
  textOf,
  tool,
} from '#tests/journeys/question-editor.ts'

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
    // Only the server finds this problem: an option without text.
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
    // The focus is not on a button that discards one of the two versions.
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

  // Regression: Escape opened 'Discard changes' during a save, and text typed in the meantime was lost.
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

test.describe('Ada', () => {
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
    // Tries a click outside the dialog, and repeated Escape.
    await page.mouse.click(2, 400)
    await expect(leaving).toBeHidden()
    for (const isAsked of [true, false, true]) {
      await page.keyboard.press('Escape')
      await expect(leaving).toBeVisible({ visible: isAsked })
    }
    await press(page, questionEditor.keepEditing)
    await expect(textOf(page, labels('text'))).toHaveText('Half written')
    // Tries the Back button of the browser, and a link of the site.
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
    // Tries to close the window.
    const dialogOpened = page.waitForEvent('dialog')
    await page.evaluate(() => setTimeout(() => location.reload()))
    await (await dialogOpened).dismiss()
    await expect(textOf(page, labels('text'))).toHaveText('Half written')
    await press(page, questionEditor.cancel)
    await press(page, questionEditor.discard)
    await expect(editorOf(page)).toBeHidden()
    expect(JSON.stringify(await listPublic(page, origin))).not.toContain('Half written')
  })
})
