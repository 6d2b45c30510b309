import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectAccessible, openAsAdministrator, test } from '#tests/journeys/accounts.ts'
import { bank } from '#web/text/en/admin/bank.ts'
import { questionEditor, richText } from '#web/text/en/admin/question-editor.ts'
import {
  editorOf,
  keyOf,
  labels,
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

test.describe('Ada', () => {
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

  test('edits a text without losing the caption of its figure or the language of a term', async ({ page, sharedBank }) => {
    await openAsAdministrator(page, sharedBank, '/admin')
    const { origin } = sharedBank
    const { id, text } = await takeQuestion(page, origin, 'single_choice', (question) => /<img [^>]*title="/.test(question.text))
    const terms = '<p>Open <b lang="fr">Axes</b> or <i lang="fr">Devises</i>.</p>'
    const headers = { Origin: origin }
    expect((await page.request.patch(`${origin}/api/questions/${id}`, { headers, data: { explanation: terms } })).status()).toBe(200)
    await openQuestion(page, origin, id)
    for (const name of [labels('text'), labels('explanation')]) {
      await textOf(page, name).click()
      await textOf(page, name).press('ControlOrMeta+End')
      await textOf(page, name).pressSequentially(' Really')
    }
    await saveAndClose(page)
    const stored = await readStored(page, origin, id)
    expect(stored.text).toContain(' Really')
    expect(/title="([^"]*)"/.exec(stored.text)?.[1]).toBe(/title="([^"]*)"/.exec(text)?.[1])
    expect(stored.explanation).toBe(terms.replace('.</p>', '. Really</p>'))
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
