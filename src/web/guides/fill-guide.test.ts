import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findCertification, saveCertification } from '#server/catalogue/certifications.ts'
import { readCatalog } from '#server/bank/content-files.ts'
import { loadContent } from '#server/bank/load-content.ts'
import type { Guide } from '#server/guides/guides.ts'
import { fillGuide, readGuideFacts } from '#web/guides/fill-guide.ts'
import { contentFolder, openTestDatabase, type TestDatabase } from '#tests/services.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
  await loadContent(database.db, contentFolder, new Date())
})
afterAll(() => database.close())

/** A guide with the given HTML as its opening. */
function aGuide(lede: string): Guide {
  return {
    slug: 'essai',
    title: 'Un guide',
    description: 'Description',
    kind: 'FAQ',
    published: '2025-01-01',
    modified: '2026-11-21',
    exam: null,
    counterpart: null,
    links: ['/certifications'],
    call: 'Essayez',
    lede,
    sections: [],
    faqHeading: 'Questions fréquentes',
    faq: [{ question: 'Prix de {{mb-800.price}} ?', answer: '<p>{{mb-800.price}} pour <b>{{mb-800.name}}</b>.</p>' }],
    words: 401,
  }
}

async function fill(lede: string) {
  const guide = aGuide(lede)
  return fillGuide(guide, await readGuideFacts(database.db, guide))
}

describe('a fact of a guide', () => {
  test.each([
    ['{{mb-800.status}}', 'est ouvert à l’inscription'],
    ['{{mb-910.status}}', 'est retiré depuis le 31 décembre 2025'],
    ['{{mb-210.status}}', 'est retiré depuis novembre 2024 environ'],
    ['{{mb-300.status}}', 'est retiré, sans que nous ayons pu établir depuis quand'],
    ['{{mb-910.retiredSince}}', 'depuis le 31 décembre 2025'],
    ['{{mb-210.retiredSince}}', 'depuis novembre 2024 environ'],
    ['{{mb-300.retiredSince}}', 'depuis une date que nous n’avons pas pu établir'],
    ['{{mb-800.duration}}', '100 minutes'],
    ['{{mb-800.passScore}}', '700 sur 1\u202f000'],
    ['{{mb-800.questionCount}}', '40 à 60 questions'],
    ['{{mb-300.questionCount}}', 'environ 40 à 60 questions'],
    ['{{mb-800.outlineOf}}', '30 juin 2026'],
    ['{{mb-800.weight 2}}', '30 à 35\u00a0%'],
    ['{{mb-300.weight 1}}', 'environ 20 à 25\u00a0%'],
    ['{{mb-300.outlineOf}}', 'non établi'],
    ['{{xx-999.price}}', 'non établi'],
    ['{{mb-800.name}}', '<span lang="en">Dynamics 365 Business Central Functional Consultant</span>'],
    ['{{catalogue.count}}', '18'],
    ['{{catalogue.activeCount}}', 'huit'],
    [
      '{{catalogue.active}}',
      `${['AB-250', 'AB-410', 'MB-230', 'MB-310', 'MB-800', 'MB-820', 'PL-300'].map((id) => `<span class="id">${id}</span>`).join(', ')} et <span class="id">PL-900</span>`,
    ],
  ])('%s is formatted as %s', async (fact, words) => {
    expect((await fill(fact)).lede).toBe(words)
  })

  test('uses the count in the bank, in the singular below two', async () => {
    await database.db.deleteFrom('questions').where('exam_id', '=', 'mb-200').execute()
    expect((await fill('{{mb-200.bankSize}}')).lede).toBe('0 question')
    const { lede } = await fill('{{bank.size}}')
    const size = await database.db
      .selectFrom('questions')
      .where('state', '=', 'published')
      .select((rows) => rows.fn.countAll<number>().as('size'))
      .executeTakeFirstOrThrow()
    expect(lede.replace(/\s/g, '')).toBe(`${size.size}questions`)
  })

  test('is plain text in plain text, and HTML in HTML', async () => {
    const [certification] = (await readCatalog(contentFolder)).value
    if (!certification) throw new Error('The catalog is empty')
    await saveCertification(database.db, { ...certification, name: 'A & B <script>"' }, 0)
    const { lede, faq } = await fill('{{mb-800.name}}')
    expect(lede).toBe('<span lang="en">A &amp; B &lt;script&gt;&quot;</span>')
    expect(faq).toEqual([
      {
        question: 'Prix de 165 USD ?',
        html: '<p>165 USD pour <b><span lang="en">A &amp; B &lt;script&gt;&quot;</span></b>.</p>',
        answer: '165 USD pour A & B <script>".',
      },
    ])
    await saveCertification(database.db, certification, 0)
    expect(await findCertification(database.db, 'mb-800')).toBeDefined()
  })

  test('includes the reading time in minutes, rounded up', async () => {
    expect((await fill('')).minutes).toBe(3)
  })
})
