import type { ExamOutline } from '#exam/outline.ts'
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
import { certificationPage } from '#web/text/en/certification-page.ts'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'
import { outlineAdmin } from '#web/text/en/admin/outline-admin.ts'
import { questionEditor } from '#web/text/en/admin/question-editor.ts'
import {
  areaName,
  areaOf,
  fieldOf,
  fields,
  fillArea,
  headingOf,
  listAreas,
  openSource,
  press,
  remove,
  save,
  source,
} from '#tests/journeys/certification-editor.ts'

const list = '/admin/certifications'

test.describe('Ada', () => {
  test.describe.configure({ timeout: 120_000 })
  test.use({ expectedErrors: /status of (?:409|422)/ })

  test('adds a certification with outline and sources, which visitors find, and deletes it', async ({ page, sharedBank }) => {
    const { origin } = sharedBank
    await openAsAdministrator(page, sharedBank, list)
    await page.getByRole('link', { name: catalogueAdmin.addCertification }).click()
    await expect(headingOf(page, catalogueAdmin.newCertification)).toBeVisible()
    await fieldOf(page, fields.id).fill('mb-500')
    await fieldOf(page, fields.name).fill('Finance and Operations Developer')
    await fieldOf(page, fields.type).selectOption('Associate')
    await fieldOf(page, fields.description).fill('Extend finance and operations apps.')
    await fieldOf(page, fields.pass_score).fill('seven hundred')
    const fold = await openSource(page, catalogueAdmin.factNames.passScore)
    await fold.getByLabel(source.source).fill('The study guide')
    await fillArea(page, 1, 'Plan', '10', '15', 'Choose a model\n\nName a project')
    await press(page, catalogueAdmin.addArea)
    await expect(areaName(page, 2)).toBeFocused()
    await fillArea(page, 2, 'Build', '50', '40', 'Write a class')

    // The form is submitted with the Enter key. A problem is shown next to its field until the field changes.
    await fieldOf(page, fields.name).press('Enter')
    const wrongScore = page.getByText(new RegExp(`^\\s*${fields.pass_score} must be`))
    await expect(wrongScore).toBeVisible()
    await expect(fieldOf(page, fields.pass_score)).toBeFocused()
    await expectAccessible(page)
    await fieldOf(page, fields.pass_score).fill('700')
    await expect(wrongScore).toBeHidden()
    const noDay = page.getByText(new RegExp(`${source.checkedOn} must be a date`))
    await expect(noDay).toBeVisible()
    await fold.getByLabel(source.checkedOn).fill('2026-11-20')
    await expect(noDay).toBeHidden()
    await expect(fold.getByLabel(source.source)).toBeVisible()
    await press(page, catalogueAdmin.save)
    // A problem moves with its skill area.
    const wrongWeight = page.getByText(/is greater than the maximum weight/)
    await expect(areaOf(page, 2).getByText(/is greater than the maximum weight/)).toBeVisible()
    await press(page, questionEditor.moveUp('Build'))
    await expect(page.getByRole('button', { name: questionEditor.moveUp('Build') })).toBeFocused()
    await expect(areaOf(page, 1).getByText(/is greater than the maximum weight/)).toBeVisible()
    await expect(wrongWeight).toHaveCount(1)
    await areaOf(page, 1).getByLabel(catalogueAdmin.from).fill('35')
    await expect(wrongWeight).toHaveCount(0)
    await save(page)
    await expect(headingOf(page, 'Finance and Operations Developer')).toBeVisible()
    await expect(page).toHaveTitle(/^Finance and Operations Developer, Praxam/)
    await expectAccessible(page)

    await page.goto(`${origin}/certifications`)
    await expect(page.getByRole('main').getByRole('link', { name: /Finance and Operations Developer/ })).toBeVisible()
    await page.goto(`${origin}/certifications/mb-500`)
    await expect(headingOf(page, 'Finance and Operations Developer')).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Write a class')
    await expect(page.getByRole('main')).toContainText('The study guide')

    await open(page, `${origin}/admin/certifications/mb-500`)
    await remove(page)
    await expectMessage(page, catalogueAdmin.deleted)
    // A cached page is served for up to two more seconds.
    await expect.poll(async () => (await page.request.get(`${origin}/certifications/mb-500`)).status()).toBe(404)
  })

  test('renames a skill area with its questions; a used area cannot be removed', async ({ page, sharedBank }) => {
    const { origin } = sharedBank
    await openAsAdministrator(page, sharedBank, `${list}/mb-800`)
    const name = await areaName(page, 1).inputValue()
    expect(await listAreas(page, origin)).toContain(name)
    await areaName(page, 1).fill('Make Business Central ready')
    // Text typed during a save is kept, and is part of the next save.
    let letGo = () => {}
    const isLetGo = new Promise<void>((resolve) => (letGo = resolve))
    await page.route('**/api/certifications/mb-800', async (route) => {
      await isLetGo
      await route.continue()
    })
    await areaName(page, 1).press('Enter')
    await areaName(page, 1).fill('Get Business Central ready')
    await fieldOf(page, fields.description).fill('Typed meanwhile.')
    letGo()
    await expectMessage(page, catalogueAdmin.saved)
    expect(await listAreas(page, origin)).toContain('Make Business Central ready')
    await expect(areaName(page, 1)).toHaveValue('Get Business Central ready')
    await save(page)
    const areas = await listAreas(page, origin)
    expect(areas).toContain('Get Business Central ready')
    expect(areas).not.toContain('Make Business Central ready')
    expect(areas).not.toContain(name)
    await page.reload()
    await expect(fieldOf(page, fields.description)).toHaveValue('Typed meanwhile.')

    await areaOf(page, 1)
      .getByRole('button', { name: new RegExp(`^${catalogueAdmin.remove}`) })
      .click()
    await press(page, catalogueAdmin.save)
    const refusal = page.getByText(/does not include the area "Get Business Central ready", which \d+ questions use/)
    await expect(refusal).toBeVisible()
    await expectAccessible(page)
    expect(await listAreas(page, origin)).toContain('Get Business Central ready')

    await remove(page)
    await expect(page.getByText(/^Not deleted: \d+ questions use it\.$/)).toBeVisible()
    await expect(page.getByText(/^and \d+ more$/)).toBeVisible()
  })

  test('applies a new outline after a preview, and writes a question for an objective without any', async ({ page, sharedBank }) => {
    const { origin } = sharedBank
    await openAsAdministrator(page, sharedBank, `${list}/mb-820/outline`)
    const main = page.getByRole('main')
    const json = fieldOf(page, outlineAdmin.file)
    await json.fill('{ "version": }')
    await press(page, outlineAdmin.show)
    await expect(main.getByText(/is not JSON: .*\(line 1\)/)).toBeVisible()
    await expect(json).toHaveValue('{ "version": }')
    await json.fill('')
    await press(page, outlineAdmin.takeCurrent)
    const outline = JSON.parse(await json.inputValue()) as ExamOutline
    const [first, second, ...rest] = outline.objectives
    if (!first || !second) throw new Error('The outline has no objectives')
    const objectives = [
      { ...first, id: 'goes-on' },
      { ...second, text: 'Other words' },
      ...rest,
      { ...first, id: 'is-new', text: 'Fly kites' },
    ]
    await json.fill(JSON.stringify({ ...outline, objectives }))
    await press(page, outlineAdmin.show)
    await expect(page.getByRole('heading', { name: outlineAdmin.preview })).toBeFocused()
    const apply = page.getByRole('button', { name: outlineAdmin.apply })
    const orphaned = page.getByRole('button', { name: /^Orphaned \(([1-9]\d*)\)/ })
    await expect(orphaned).toBeVisible()
    await page.getByRole('button', { name: `${outlineAdmin.accept} ${outlineAdmin.acceptFor(first.text)}` }).click()
    const choice = page.getByLabel(`${outlineAdmin.continuesAs}: ${first.text}`)
    await expect(choice).toHaveValue('goes-on')
    await expect(choice).toBeFocused()
    await expect(orphaned).toHaveCount(0)
    await expectAccessible(page)
    await apply.click()
    await expect(main.getByText(/^Applied: /)).toBeVisible()
    await expect(page.getByRole('heading', { name: outlineAdmin.new })).toBeFocused()
    await expect(json).toHaveValue('')

    await page.getByRole('link', { name: `${outlineAdmin.write} ${outlineAdmin.writeFor('Fly kites')}` }).click()
    const editor = page.getByRole('dialog')
    await expect(editor.getByLabel(questionEditor.fieldLabel('skill'), { exact: true })).toHaveValue(first.skill)
    await expect(editor.getByLabel(questionEditor.fieldLabel('objective'), { exact: true })).toHaveValue('is-new')
    await expect.poll(async () => (await page.request.get(`${origin}/certifications/mb-820`)).text()).toContain('Fly kites')
  })

  test('removes the last area, and the focus moves to the button that adds one', async ({ page, sharedBank }) => {
    await openAsAdministrator(page, sharedBank, `${list}/new`)
    await areaOf(page, 1)
      .getByRole('button', { name: new RegExp(`^${catalogueAdmin.remove}`) })
      .click()
    await expect(page.getByRole('button', { name: catalogueAdmin.addArea })).toBeFocused()
  })

  test('retires a certification with a source and a date, which visitors read', async ({ page, sharedBank }) => {
    const { origin } = sharedBank
    await openAsAdministrator(page, sharedBank, `${list}/mb-230`)
    await fieldOf(page, fields.status).selectOption('retired')
    await fieldOf(page, fields.retired_on).fill('2026-10-31')
    const fold = await openSource(page, catalogueAdmin.factNames.retiredOn)
    await fold.getByLabel(source.source).fill('The page of retired exams')
    await fold.getByLabel(source.address).fill('https://learn.microsoft.com/en-us/credentials/retired')
    await fold.getByLabel(source.checkedOn).fill('2026-11-20')
    await save(page)
    await page.goto(`${origin}/certifications/mb-230`)
    await expect(page.getByRole('complementary', { name: certificationPage.retiredTitle })).toContainText(
      certificationPage.retiredText('MB-230', '2026-10-31', false),
    )
    await page.getByText(certificationPage.showSources).click()
    await expect(page.getByRole('link', { name: 'The page of retired exams' })).toHaveAttribute(
      'href',
      'https://learn.microsoft.com/en-us/credentials/retired',
    )
  })

  test('gets a warning before leaving unsaved changes, but not after deleting', async ({ page, sharedBank }) => {
    const { origin } = sharedBank
    await openAsAdministrator(page, sharedBank, list)
    const added = await page.request.post(`${origin}/api/certifications`, {
      headers: { Origin: origin },
      data: {
        id: 'mb-500',
        name: 'Developer',
        description: 'Extend apps.',
        family: 'ERP',
        type: 'Associate',
        status: 'active',
        skill_areas: [{ name: 'Plan', weight_min: 10, weight_max: 20, skills: ['Choose'] }],
      },
    })
    expect(added.status(), await added.text()).toBe(201)
    await open(page, `${origin}/admin/certifications/mb-500`)
    await fieldOf(page, fields.name).fill('Half written')
    const leaving = page.getByRole('dialog', { name: catalogueAdmin.leave })
    await page.getByRole('link', { name: catalogueAdmin.backToCertifications }).click()
    await expect(leaving).toBeVisible()
    await press(page, catalogueAdmin.leaveNo)
    await expect(fieldOf(page, fields.name)).toHaveValue('Half written')
    await remove(page)
    await expectMessage(page, catalogueAdmin.deleted)
  })

  test('and Noor change one certification: the second sees both versions and chooses one', async ({ page, openElsewhere, sharedBank }) => {
    const { origin, dataDir } = sharedBank
    await openAsAdministrator(page, sharedBank, `${list}/mb-800`)
    const noor = await openElsewhere()
    await makeAdministrator(dataDir, await becomeMember(noor, origin, newAddress('noor')))
    await open(noor, `${origin}/admin/certifications/mb-800`)
    const conflict = page.getByRole('dialog', { name: catalogueAdmin.conflict })

    await fieldOf(noor, fields.name).fill('As Noor has it')
    await save(noor)
    await fieldOf(page, fields.name).fill('As Ada has it')
    await fieldOf(page, fields.name).press('Enter')
    await expect(conflict.getByText(fields.name, { exact: true })).toBeVisible()
    await expect(conflict.getByText('As Noor has it')).toBeVisible()
    await expect(conflict.getByText('As Ada has it')).toBeVisible()
    await expect(conflict.getByRole('button', { name: catalogueAdmin.backToForm })).toBeFocused()
    await expectAccessible(page)
    await press(page, catalogueAdmin.backToForm)
    await expect(fieldOf(page, fields.name)).toHaveValue('As Ada has it')
    await expectMessage(page, catalogueAdmin.problems['CERTIFICATION_CHANGED'] ?? '')
    await press(page, catalogueAdmin.save)
    await press(page, catalogueAdmin.keepMine)
    await expectMessage(page, catalogueAdmin.saved)
    await expect(headingOf(page, 'As Ada has it')).toBeVisible()

    await noor.reload()
    await expect(headingOf(noor, 'As Ada has it')).toBeVisible()
    await fieldOf(noor, fields.name).fill('Noor again')
    await save(noor)
    await fieldOf(page, fields.description).fill('Ada again')
    await press(page, catalogueAdmin.save)
    await press(page, catalogueAdmin.takeTheirs)
    await expect(headingOf(page, 'Noor again')).toBeVisible()
    await expect(fieldOf(page, fields.name)).toHaveValue('Noor again')
    await expect(fieldOf(page, fields.description)).not.toHaveValue('Ada again')
    await page.getByRole('link', { name: catalogueAdmin.backToCertifications }).click()
    await expect(headingOf(page, catalogueAdmin.certifications)).toBeVisible()
  })
})
