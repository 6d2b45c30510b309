import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findCertification, saveCertification } from '#server/catalogue/certifications.ts'
import { readCatalog } from '#server/bank/content-files.ts'
import { loadContent } from '#server/bank/load-content.ts'
import { findGuideQuestion, findQuestionProblems } from '#server/guides/guide-questions.ts'
import { readGuides, type Guide } from '#server/guides/guides.ts'
import { fillGuide, readGuideFacts } from '#web/guides/fill-guide.ts'
import { contentFolder, openTestDatabase, type TestDatabase } from '#tests/services.ts'

let database: TestDatabase
const guides = await readGuides(contentFolder)
const [first] = guides as [Guide]

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
    question: { certificationId: 'mb-800', id: '' },
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

describe('a figure of a guide', () => {
  test('has the facts of its texts', async () => {
    const guide: Guide = {
      ...aGuide(''),
      sections: [
        {
          id: 'a',
          heading: 'A',
          blocks: [
            {
              kind: 'drawing',
              drawing: { kind: 'moments', caption: 'Le {{mb-800.duration}}', items: [{ label: '{{mb-800.price}}', note: 'a' }] },
            },
            { kind: 'drawing', drawing: { kind: 'retirements', caption: 'Retraits', items: [] } },
          ],
        },
      ],
    }
    const [section] = fillGuide(guide, await readGuideFacts(database.db, guide)).sections
    expect(section?.blocks).toEqual([
      { kind: 'drawing', drawing: { kind: 'moments', caption: 'Le 100 minutes', items: [{ label: '165 USD', note: 'a' }] } },
      {
        kind: 'drawing',
        drawing: {
          kind: 'moments',
          caption: 'Retraits',
          items: [
            { label: 'Date inconnue', note: 'Retrait\u00a0: MB-300' },
            { label: 'décembre 2020 environ', note: 'Retrait\u00a0: MB-200' },
            { label: 'juin 2024 environ', note: 'Retrait\u00a0: PL-100' },
            { label: 'novembre 2024 environ', note: 'Retraits\u00a0: MB-210 et MB-220' },
            { label: '31 décembre 2025', note: 'Retraits\u00a0: MB-910 et MB-920' },
            { label: '30 juin 2026', note: 'Retraits\u00a0: MB-240 et PL-600' },
            { label: '31 août 2026', note: 'Retrait\u00a0: PL-200' },
            { label: 'Aujourd’hui', note: 'Ouverts\u00a0: AB-250, AB-410, MB-230, MB-310, MB-800, MB-820, PL-300 et PL-900' },
          ],
        },
      },
    ])
  })
})

describe('the question of a guide', () => {
  test('is published and can be shown, in every guide', async () => {
    expect(await findQuestionProblems(database.db, guides)).toEqual([])
  })

  test('is in French where the bank has a translation, and in English elsewhere', async () => {
    const languages: Record<string, boolean> = {}
    for (const guide of guides) languages[guide.slug] = (await findGuideQuestion(database.db, guide))?.text.includes('lang="fr"') ?? false
    expect(Object.keys(languages).filter((slug) => !languages[slug])).toEqual(['questions-corrigees-mb-300'])
  })

  test.each([
    ['is missing', { certificationId: 'pl-900', id: '01a1f8f2-7650-7622-b70a-000000000000' }],
    ['belongs to another certification', { ...first.question, certificationId: 'ab-410' }],
  ])('that %s is a problem', async (_, question) => {
    expect(await findQuestionProblems(database.db, [{ ...first, question }])).toEqual([
      `guides/fr/${first.slug}.md: question: ${question.certificationId} has no published question ${question.id} that a guide can show`,
    ])
  })

  test.each([
    ['is not published', { state: 'draft' }],
    ['has no options to choose', { question_type: 'reorder' }],
    ['belongs to a case study', { case_study_id: 'study' }],
    ['has an image', { text: '<p><img src="/a.png" alt="" /></p>' }],
  ])('that %s is a problem', async (_, change) => {
    const { db } = database
    const { id } = first.question
    const before = await db
      .selectFrom('questions')
      .select(['state', 'question_type', 'case_study_id', 'text'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('case_studies')
      .values({ id: 'study', title: 'A', content: '<p>A</p>' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await db.updateTable('questions').set(change).where('id', '=', id).execute()
    expect(await findQuestionProblems(db, [first])).toHaveLength(1)
    await db.updateTable('questions').set(before).where('id', '=', id).execute()
    expect(await findQuestionProblems(db, [first])).toEqual([])
  })

  test('is in English while its translation is out of date', async () => {
    const { db } = database
    const { id } = first.question
    await db.updateTable('questions').set({ text: '<p>What now?</p>' }).where('id', '=', id).execute()
    expect((await findGuideQuestion(db, first))?.text).toBe('<p>What now?</p>')
  })
})
