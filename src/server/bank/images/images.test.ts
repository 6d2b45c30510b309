import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { plainText } from '#exam/plain-text.ts'
import { grantAdministrator } from '#server/accounts/administrators.ts'
import { changePerson } from '#server/accounts/change-person.ts'
import { findUserByEmail } from '#server/accounts/people.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { DiskFull } from '#server/db/free-space.ts'
import { FileStoreProblem, imagesFolder } from '#server/platform/file-store.ts'
import { findImage, listImages } from '#server/bank/images/image-list.ts'
import { imageAddress } from '#server/bank/images/image-addresses.ts'
import { addImage, deleteImage } from '#server/bank/images/images.ts'
import { saveCaseStudy, saveQuestions } from '#server/bank/save-questions.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { openVisitor, signUp } from '#tests/visitor.ts'

const aPng = await sharp({ create: { width: 40, height: 20, channels: 3, background: { r: 200, g: 30, b: 30 } } })
  .png()
  .toBuffer()

describe('uploaded images', () => {
  let services: TestServices
  let ada: string
  let camille: string

  beforeAll(async () => {
    services = await openTestServices()
    for (const email of ['ada@example.com', 'camille@example.com']) await signUp(openVisitor(services), email)
    await grantAdministrator(services.db, 'ada@example.com')
    ada = (await findUserByEmail(services.db, 'ada@example.com'))?.id ?? ''
    camille = (await findUserByEmail(services.db, 'camille@example.com'))?.id ?? ''
    await saveCertification(services.db, aCertification(), 0)
  })
  afterAll(() => services.close())
  beforeEach(async () => {
    const { db, files } = services
    for (const { key } of await files.list(imagesFolder)) await files.remove(key)
    for (const table of ['question_versions', 'image_uses', 'questions', 'case_studies', 'audit_log'] as const)
      await db.deleteFrom(table).execute()
  })

  const storedNames = async () => (await services.files.list(imagesFolder)).map(({ key }) => key.slice(imagesFolder.length))
  const audit = () => services.db.selectFrom('audit_log').select(['actor_id', 'action', 'subject_id']).orderBy('id').execute()
  const list = (isUnusedOnly = false, page = 1) => listImages(services, { isUnusedOnly, page })

  async function upload(): Promise<string> {
    const added = await addImage(services, ada, aPng)
    if (!added.ok) throw new Error(added.refusal)
    return added.name
  }

  const html = (name: string) => `<p>What does <em>this</em> show?</p><img src="${imageAddress}${name}" alt="A form">`
  const questionId = aQuestion().id

  test('have an unguessable name and an audit entry', async () => {
    const added = await addImage(services, ada, aPng)
    expect(added).toEqual({
      ok: true,
      name: expect.stringMatching(/^[\da-f]{32}\.png$/),
      address: `${imageAddress}${added.ok && added.name}`,
    })
    expect(await storedNames()).toEqual([added.ok && added.name])
    expect(await audit()).toEqual([{ actor_id: ada, action: 'image-added', subject_id: added.ok && added.name }])
    expect(await upload()).not.toBe(added.ok && added.name)
  })

  test('are accepted from administrators and commands', async () => {
    expect(await addImage(services, camille, aPng)).toEqual({ ok: false, refusal: 'NOT_AN_ADMINISTRATOR' })
    expect(await addImage(services, 'unknown', aPng)).toEqual({ ok: false, refusal: 'NOT_AN_ADMINISTRATOR' })
    expect([await storedNames(), await audit()]).toEqual([[], []])
    expect(await addImage(services, null, aPng)).toMatchObject({ ok: true })
  })

  test('are removed when the administrator role is removed meanwhile', async () => {
    await grantAdministrator(services.db, 'camille@example.com')
    const files = {
      ...services.files,
      put: async (key: string, bytes: Uint8Array) => {
        await services.files.put(key, bytes)
        await changePerson(services.db, ada, camille, 'member', new Date())
      },
    }
    expect(await addImage({ ...services, files }, camille, aPng)).toEqual({ ok: false, refusal: 'NOT_AN_ADMINISTRATOR' })
    expect(await storedNames()).toEqual([])
  })

  test('are removed when the database has no room for their audit entry', async () => {
    const db = services.db.withPlugin({
      transformQuery: ({ node }) => {
        if (node.kind === 'InsertQueryNode') throw new DiskFull('/data/db', 0)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await expect(addImage({ ...services, db }, ada, aPng)).rejects.toThrow(DiskFull)
    const files = { ...services.files, remove: () => Promise.reject(new FileStoreProblem('Down.')) }
    await expect(addImage({ ...services, db, files }, ada, aPng)).rejects.toThrow(DiskFull)
    // The file that could not be removed.
    expect(await storedNames()).toHaveLength(1)
  })

  test('that are refused are not stored', async () => {
    expect(await addImage(services, ada, Buffer.from('<svg/>'))).toEqual({ ok: false, refusal: 'IMAGE_KIND' })
    expect([await storedNames(), await audit()]).toEqual([[], []])
  })

  test('are listed with their questions and case studies', async () => {
    const [used, unused] = [await upload(), await upload()]
    await saveQuestions(services.db, [aQuestion({ text: html(used) })])
    await saveCaseStudy(services.db, { id: 'fabrikam', title: 'Fabrikam', content: html(used) })
    const page = await list()
    expect(page).toMatchObject({ total: 2, unused: 1, page: 1, pages: 1, isCut: false })
    expect(page.images.find(({ name }) => name === used)).toEqual({
      name: used,
      address: imageAddress + used,
      bytes: expect.any(Number),
      uploadedAt: expect.any(Date),
      uses: [
        { kind: 'case_study', id: 'fabrikam', examId: '', words: 'Fabrikam' },
        { kind: 'question', id: questionId, examId: 'mb-800', words: plainText(html(used)) },
      ],
      useCount: 2,
      earlierUses: [],
    })
    expect(page.images.find(({ name }) => name === unused)).toMatchObject({ uses: [], useCount: 0, earlierUses: [] })
    expect((await list(true)).images.map(({ name }) => name)).toEqual([unused])
  })

  test('are listed with the first uses and their number', async () => {
    const used = await upload()
    const ids = Array.from({ length: 5 }, (_, index) => `01a1f7f8-3000-7dd5-a155-88000000000${index}`)
    await saveQuestions(
      services.db,
      ids.map((id) => aQuestion({ id, text: html(used), explanation: html(used) })),
    )
    const [image] = (await list()).images
    expect([image?.uses.map(({ id }) => id), image?.useCount]).toEqual([ids.slice(0, 3), 5])
  })

  test('are unused after their question was deleted', async () => {
    const used = await upload()
    await saveQuestions(services.db, [aQuestion({ text: html(used) })])
    await services.db.deleteFrom('questions').execute()
    expect((await list()).unused).toBe(1)
  })

  test('are listed on pages of 25, and a page number that is too high returns the last page', async () => {
    for (let count = 0; count < 26; count += 1) await services.files.put(`${imagesFolder}${count}.png`, aPng)
    expect((await list(false, 1)).images).toHaveLength(25)
    for (const page of [2, 3, 1e9]) expect(await list(false, page)).toMatchObject({ page: 2, pages: 2, images: [{}] })
    expect(await list(false, -1)).toMatchObject({ page: 1 })
  })

  test('can be deleted when they are unused', async () => {
    const name = await upload()
    expect(await deleteImage(services, ada, name, false)).toBeUndefined()
    expect(await storedNames()).toEqual([])
    expect((await audit()).at(-1)).toEqual({ actor_id: ada, action: 'image-deleted', subject_id: name })
    expect(await deleteImage(services, ada, name, false)).toBe('UNKNOWN_IMAGE')
  })

  test.each(['', 'nothing.png', '../../../secrets.json', 'a.svg', '%00', 'x'.repeat(10_000)])(
    'do not exist with the name %j',
    async (name) => {
      expect(await deleteImage(services, ada, name, true)).toBe('UNKNOWN_IMAGE')
      expect(await findImage(services, name)).toBeUndefined()
    },
  )

  test.each([
    ['a question', (name: string) => saveQuestions(services.db, [aQuestion({ text: html(name) })])],
    ['a draft', (name: string) => saveQuestions(services.db, [aQuestion({ explanation: html(name), state: 'draft' })])],
    ['a case study', (name: string) => saveCaseStudy(services.db, { id: 'x', title: 'X', content: html(name) })],
  ])('cannot be deleted while %s shows them', async (_, show) => {
    const name = await upload()
    await show(name)
    for (const mayBeInEarlierVersion of [false, true])
      expect(await deleteImage(services, ada, name, mayBeInEarlierVersion)).toBe('IMAGE_USED')
    expect(await storedNames()).toEqual([name])
  })

  test('remain without an audit entry when the store fails', async () => {
    const name = await upload()
    const files = { ...services.files, remove: () => Promise.reject(new FileStoreProblem('Down.')) }
    await expect(deleteImage({ ...services, files }, ada, name, false)).rejects.toThrow('Down.')
    expect((await audit()).map(({ action }) => action)).not.toContain('image-deleted')
  })

  test('cannot be deleted by other users', async () => {
    const name = await upload()
    expect(await deleteImage(services, camille, name, true)).toBe('NOT_AN_ADMINISTRATOR')
    expect(await storedNames()).toEqual([name])
  })

  test('of an earlier version are marked, and can be deleted after confirmation', async () => {
    const name = await upload()
    for (const version of [1, 2])
      await services.db
        .insertInto('question_versions')
        .values({
          question_id: questionId,
          version,
          item: JSON.stringify({ exam_id: 'mb-800', text: html(name) }),
          saved_at: null,
          saved_by: null,
        })
        .execute()
    const earlierUses = [{ kind: 'question', id: questionId, examId: 'mb-800', words: plainText(html(name)) }]
    expect((await list(true)).images).toMatchObject([{ name, uses: [], earlierUses }])
    expect(await findImage(services, name)).toMatchObject({ name, earlierUses })
    expect(await deleteImage(services, ada, name, false)).toBe('IMAGE_IN_EARLIER_VERSION')
    expect(await storedNames()).toEqual([name])
    expect(await deleteImage(services, ada, name, true)).toBeUndefined()
  })
})
