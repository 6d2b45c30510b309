import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import type { BankItem } from '#exam/bank-file/index.ts'
import {
  becomeMember,
  expect,
  expectAccessible,
  expectMessage,
  makeAdministrator,
  newAddress,
  open,
  openAsAdministrator,
  test,
} from '#tests/journeys/accounts.ts'
import { expectUsable } from '#tests/journeys/exam-screen.ts'
import type { OwnServer } from '#tests/journeys/server.ts'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'

/** Signs in Ada and opens the list. Returns two titles that no other journey uses, in alphabetical order. */
async function openList(page: Page, server: OwnServer): Promise<{ fabrikam: string; renamed: string }> {
  await openAsAdministrator(page, server, '/admin/case-studies')
  const fabrikam = `Fabrikam ${randomUUID()}`
  return { fabrikam, renamed: `${fabrikam} Shoes` }
}

/** The id of the case study that was created with this title. */
function idOf(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-')
}

function titleOf(page: Page): Locator {
  return page.getByRole('textbox', { name: catalogueAdmin.title, exact: true })
}

function textOf(page: Page): Locator {
  return page.getByRole('textbox', { name: catalogueAdmin.content, exact: true })
}

function headingOf(page: Page, title: string): Locator {
  return page.getByRole('heading', { level: 1, name: title, exact: true })
}

function press(page: Page, name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).click()
}

async function save(page: Page): Promise<void> {
  await press(page, catalogueAdmin.save)
  await expectMessage(page, catalogueAdmin.saved)
}

async function addCaseStudy(page: Page, title: string, text: string): Promise<void> {
  await page.getByRole('link', { name: catalogueAdmin.addCaseStudy }).click()
  await expect(headingOf(page, catalogueAdmin.newCaseStudy)).toBeVisible()
  await titleOf(page).fill(title)
  await textOf(page).fill(text)
  await save(page)
  await expect(headingOf(page, title)).toBeVisible()
}

async function askToDelete(page: Page, title: string): Promise<Locator> {
  await press(page, catalogueAdmin.delete)
  const dialog = page.getByRole('dialog', { name: catalogueAdmin.deleteTitle })
  await expect(dialog.getByText(catalogueAdmin.deleteSure(title))).toBeVisible()
  return dialog
}

async function remove(page: Page, title: string): Promise<void> {
  const dialog = await askToDelete(page, title)
  await dialog.getByRole('button', { name: catalogueAdmin.delete, exact: true }).click()
}

/** The first question of an attempt. */
async function firstQuestion(page: Page, origin: string): Promise<BankItem> {
  const questions = (await (await page.request.get(`${origin}/api/questions?exam_id=mb-800`)).json()) as BankItem[]
  const [first] = questions
  if (!first) throw new Error('The bank is empty')
  return first
}

async function giveCaseStudy(page: Page, origin: string, questionId: string, caseStudyId: string | null): Promise<void> {
  const response = await page.request.patch(`${origin}/api/questions/${questionId}`, {
    data: { case_study_id: caseStudyId },
    headers: { Origin: origin },
  })
  expect(response.status(), await response.text()).toBe(200)
}

/** Holds write requests until they are released, and returns what was sent. */
async function holdWrites(page: Page): Promise<{ sent: string[]; letGo: () => void }> {
  const sent: string[] = []
  let letGo = () => {}
  const isLetGo = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/api/case-studies**', async (route) => {
    sent.push(route.request().method())
    await isLetGo
    await route.continue()
  })
  return { sent, letGo }
}

test.describe('Ada', () => {
  test.describe.configure({ timeout: 120_000 })
  test.use({ expectedErrors: /status of (?:409|422)/ })

  test('adds a case study that a candidate reads, and deletes it when no question uses it any longer', async ({ page, sharedBank }) => {
    const { fabrikam, renamed } = await openList(page, sharedBank)
    const { origin } = sharedBank
    await addCaseStudy(page, fabrikam, 'Fabrikam sells shoes.')
    await expect(page).toHaveTitle(`${fabrikam}, Praxam`)
    const question = await firstQuestion(page, origin)
    await giveCaseStudy(page, origin, question.id, idOf(fabrikam))

    await remove(page, fabrikam)
    await expectMessage(page, catalogueAdmin.used(1))
    await expect(page.locator(`main a[href*="edit=${question.id}"]`)).toBeVisible()
    await expectAccessible(page)

    await titleOf(page).fill(renamed)
    await textOf(page).fill('Fabrikam sells boots.')
    await save(page)
    await expect(headingOf(page, renamed)).toBeVisible()
    await expect(page).toHaveTitle(`${renamed}, Praxam`)

    await page.goto(`${origin}/exam/mb-800`)
    await expectUsable(page)
    await press(page, 'Open Case Study')
    const reading = page.getByRole('dialog', { name: new RegExp(renamed) })
    await expect(reading.getByText('Fabrikam sells boots.')).toBeVisible()

    await giveCaseStudy(page, origin, question.id, null)
    await open(page, `${origin}/admin/case-studies?search=${encodeURIComponent(renamed)}`)
    await expectMessage(page, catalogueAdmin.caseStudiesCount(1, renamed))
    await page.getByRole('link', { name: renamed }).click()
    await remove(page, renamed)
    await expectMessage(page, catalogueAdmin.deleted)
    await expect(page.getByRole('link', { name: renamed })).toBeHidden()
  })

  test('deletes a case study by a press that is longer than the loading of the editor', async ({ page, sharedBank }) => {
    const { fabrikam } = await openList(page, sharedBank)
    const { origin } = sharedBank
    await addCaseStudy(page, fabrikam, 'Fabrikam sells shoes.')
    let finishLoading = () => {}
    const isLoading = new Promise<void>((resolve) => (finishLoading = resolve))
    await page.route(/rich-text-editor.*\.js$/, async (route) => {
      await isLoading
      await route.continue()
    })
    await open(page, `${origin}/admin/case-studies/${idOf(fabrikam)}`)
    await expect(page.getByText(catalogueAdmin.loadingEditor)).toBeVisible()
    await page.getByRole('button', { name: catalogueAdmin.delete, exact: true }).hover()
    await page.mouse.down()
    finishLoading()
    await expect(page.getByRole('toolbar')).toBeVisible()
    await page.mouse.up()
    await expect(page.getByRole('dialog', { name: catalogueAdmin.deleteTitle })).toBeVisible()
  })

  test('adds only one when Enter is pressed twice', async ({ page, sharedBank }) => {
    const { fabrikam, renamed } = await openList(page, sharedBank)
    await page.getByRole('link', { name: catalogueAdmin.addCaseStudy }).click()
    await textOf(page).fill('Fabrikam sells shoes.')
    await titleOf(page).fill(fabrikam)
    const { sent, letGo } = await holdWrites(page)
    await titleOf(page).press('Enter')
    await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled()
    await page.keyboard.press('Enter')
    letGo()
    await expect(headingOf(page, fabrikam)).toBeVisible()
    expect(sent).toEqual(['POST'])
    await titleOf(page).fill(renamed)
    await titleOf(page).press('Enter')
    await titleOf(page).press('Enter')
    await expect(headingOf(page, renamed)).toBeVisible()
    await page.getByRole('link', { name: catalogueAdmin.backToCaseStudies }).click()
    await expect(page.getByRole('link', { name: new RegExp(`^${fabrikam}`) })).toHaveCount(1)
  })

  test('keeps text that is typed while a save is in progress', async ({ page, sharedBank }) => {
    const { fabrikam, renamed } = await openList(page, sharedBank)
    await addCaseStudy(page, fabrikam, 'Fabrikam sells shoes.')
    await textOf(page).fill('Fabrikam sells boots.')
    const { sent, letGo } = await holdWrites(page)
    await press(page, catalogueAdmin.save)
    await textOf(page).press('End')
    await textOf(page).pressSequentially(' And hats.')
    await titleOf(page).fill(renamed)
    letGo()
    await expect(page.getByRole('button', { name: catalogueAdmin.save, exact: true })).toBeEnabled()
    await expect(headingOf(page, fabrikam)).toBeVisible()
    await expect(textOf(page)).toHaveText('Fabrikam sells boots. And hats.')
    await expect(titleOf(page)).toHaveValue(renamed)
    await save(page)
    await expect(headingOf(page, renamed)).toBeVisible()
    expect(sent).toEqual(['PATCH', 'PATCH'])
    await page.reload()
    await expect(textOf(page)).toHaveText('Fabrikam sells boots. And hats.')
  })

  test('sees which field prevents saving, until it is changed', async ({ page, sharedBank }) => {
    const { fabrikam } = await openList(page, sharedBank)
    await page.getByRole('link', { name: catalogueAdmin.addCaseStudy }).click()
    await titleOf(page).fill(fabrikam)
    await press(page, catalogueAdmin.save)
    await expectMessage(page, catalogueAdmin.notSaved(1))
    const reason = page.getByText(catalogueAdmin.reason(catalogueAdmin.content, 'is empty'))
    await expect(reason).toBeVisible()
    await expect(titleOf(page)).toHaveValue(fabrikam)
    await expectAccessible(page)
    await textOf(page).fill('Fabrikam sells shoes.')
    await expect(reason).toBeHidden()
    await save(page)
  })

  test('gets a warning before leaving unsaved changes, but not after deleting', async ({ page, sharedBank }) => {
    const { fabrikam } = await openList(page, sharedBank)
    await addCaseStudy(page, fabrikam, 'Fabrikam sells shoes.')
    await textOf(page).fill('Half written')
    const leaving = page.getByRole('dialog', { name: catalogueAdmin.leave })
    await page.getByRole('link', { name: catalogueAdmin.backToCaseStudies }).click()
    await expect(leaving).toBeVisible()
    await expectAccessible(page)
    await press(page, catalogueAdmin.leaveNo)
    await expect(textOf(page)).toHaveText('Half written')
    const dialogOpened = page.waitForEvent('dialog')
    await page.evaluate(() => setTimeout(() => location.reload()))
    await (await dialogOpened).dismiss()
    await expect(textOf(page)).toHaveText('Half written')
    await remove(page, fabrikam)
    await expectMessage(page, catalogueAdmin.deleted)
    await expect(leaving).toBeHidden()

    await addCaseStudy(page, fabrikam, 'Fabrikam sells shoes.')
    await textOf(page).fill('Half written')
    await page.getByRole('link', { name: catalogueAdmin.backToCaseStudies }).click()
    await press(page, catalogueAdmin.leaveYes)
    await page.getByRole('link', { name: fabrikam }).click()
    await expect(textOf(page)).toHaveText('Fabrikam sells shoes.')
  })

  test('and Noor change one case study: the second sees both versions and chooses one', async ({ page, openElsewhere, sharedBank }) => {
    const { fabrikam, renamed } = await openList(page, sharedBank)
    const { origin, dataDir } = sharedBank
    const noor = await openElsewhere()
    await makeAdministrator(dataDir, await becomeMember(noor, origin, newAddress('noor')))
    await addCaseStudy(page, fabrikam, 'Fabrikam sells shoes.')
    await open(noor, page.url().replace(/\?.*/, ''))
    const conflict = page.getByRole('dialog', { name: catalogueAdmin.conflict })

    await textOf(noor).fill('As Noor has it')
    await save(noor)
    await textOf(page).fill('As Ada has it')
    await press(page, catalogueAdmin.save)
    await expect(conflict.getByText('As Noor has it')).toBeVisible()
    await expect(conflict.getByText('As Ada has it')).toBeVisible()
    await expect(conflict.getByRole('button', { name: catalogueAdmin.backToForm })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(conflict).toBeHidden()
    await expect(textOf(page)).toHaveText('As Ada has it')
    await expectMessage(page, catalogueAdmin.problems['CASE_STUDY_CHANGED'] ?? '')
    await press(page, catalogueAdmin.save)
    await conflict.getByRole('button', { name: catalogueAdmin.keepMine }).click()
    await expectMessage(page, catalogueAdmin.saved)
    await noor.reload()
    await expect(textOf(noor)).toHaveText('As Ada has it')

    await titleOf(noor).fill(renamed)
    await save(noor)
    await textOf(page).fill('Ada again')
    await press(page, catalogueAdmin.save)
    await conflict.getByRole('button', { name: catalogueAdmin.takeTheirs }).click()
    await expect(conflict).toBeHidden()
    await expect(headingOf(page, renamed)).toBeVisible()
    await expect(titleOf(page)).toHaveValue(renamed)
    await expect(textOf(page)).toHaveText('As Ada has it')
    await page.getByRole('link', { name: catalogueAdmin.backToCaseStudies }).click()
    await expect(page.getByRole('link', { name: renamed })).toBeVisible()
  })
})
