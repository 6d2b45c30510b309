import { mkdtemp, mkdir, rm, writeFile, copyFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { plainText } from '#exam/plain-text.ts'
import { readCatalogue } from '#server/bank/load-content.ts'
import { countWords, typeset } from '#server/guides/guide-markdown.ts'
import { listGuideCertifications, parseGuide, readGuides } from '#server/guides/guides.ts'
import type { Guide } from '#server/guides/guides.ts'
import { areaName } from '#web/text/fr/guides.ts'
import { contentFolder } from '#tests/services.ts'

const guides = await readGuides(contentFolder)
const catalogue = (await readCatalogue(contentFolder)).value

/** Links of every guide. Source: spec §2, French landing pages; architecture §7 for the row without a path. */
const linksOfSpec: Record<string, string[]> = {
  'mb-800-dumps-corrige': ['/exam/mb-800', '/seo/questions-certification-dynamics', '/seo/examen-mb910-en-ligne'],
  'questions-mb-800-pdf-gratuit': ['/exam/mb-800', '/seo/mb-800-dumps-corrige', '/seo/reussir-certification-dynamics'],
  'reussir-certification-dynamics': [
    '/certifications',
    '/exam/mb-800',
    '/exam/mb-910',
    '/exam/mb-300',
    '/seo/mb-800-dumps-corrige',
    '/seo/examen-mb910-en-ligne',
  ],
  'examen-mb910-en-ligne': ['/exam/mb-910', '/seo/mb-800-dumps-corrige', '/seo/questions-certification-dynamics'],
  'questions-reelles-d365': [
    '/exam/mb-800',
    '/exam/mb-910',
    '/exam/mb-300',
    '/certifications',
    '/seo/reussir-certification-dynamics',
    '/seo/mb-800-dumps-corrige',
  ],
  'certification-microsoft-erp-2025': [
    '/exam/mb-800',
    '/exam/mb-300',
    '/certifications',
    '/seo/mb-800-dumps-corrige',
    '/seo/reussir-certification-dynamics',
  ],
  'astuces-certification-crm': ['/certifications', '/seo/questions-reelles-d365', '/seo/reussir-certification-dynamics'],
  'questions-mb-210-gratuites': ['/exam/mb-210', '/seo/astuces-certification-crm', '/seo/questions-reelles-d365'],
  'questions-certification-microsoft-telechargement': [
    '/certifications',
    '/certifications?family=ERP',
    '/certifications?family=CRM',
    '/certifications?family=Power%20Platform',
    '/seo/reussir-certification-dynamics',
    '/seo/questions-reelles-d365',
  ],
  'preparer-certification-dynamics-365': ['/certifications', '/seo/mb-800-dumps-corrige', '/seo/examen-mb910-en-ligne'],
  'questions-corrigees-mb-300': ['/exam/mb-300'],
  'examen-dynamics-365-astuces': ['/certifications'],
  'questions-frequentes-examen-mb-920': ['/exam/mb-920'],
  'examen-mb-910-en-francais': ['/exam/mb-910'],
  'passer-certification-erp-microsoft': ['/certifications'],
  'mb-800-gratuit-en-ligne': ['/exam/mb-800'],
  'questions-dumps-mb-910': ['/exam/mb-910'],
  'erreurs-a-eviter-certification-crm': [],
  'tips-certification-dynamics': [],
  'reussir-examen-mb-910-premier-coup': [],
  'questions-certification-dynamics': [],
}

/** What a reader reads of a guide, as HTML. */
function htmlOf({ title, description, call, lede, sections, faqHeading, faq }: Guide): string {
  const body = sections.flatMap(({ heading, blocks }) => [heading, ...blocks.map((block) => (block.kind === 'html' ? block.html : ''))])
  return [title, description, lede, ...body, faqHeading, ...faq.flatMap(({ question, answer }) => [question, answer]), call].join(' \n ')
}

/** Small letters and digits without the facts, which are the same sentence wherever they stand. */
function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replace(/\{\{.*?\}\}/g, ' ')
      .match(/[\p{L}\d]+/gu) ?? []
  )
}

function runsOf(guide: Guide): Set<string> {
  const words = wordsOf(plainText(htmlOf(guide)))
  return new Set(words.slice(0, -7).map((_, i) => words.slice(i, i + 8).join(' ')))
}

describe('the guides', () => {
  test('are those of the specification, and the page that leads to them', () => {
    expect(guides.map(({ slug }) => slug)).toEqual(Object.keys(linksOfSpec).toSorted())
  })

  test.each(Object.entries(linksOfSpec))('%s leads where the specification says', (slug, links) => {
    expect(guides.find((guide) => guide.slug === slug)?.links).toEqual(expect.arrayContaining(links))
  })

  test('are all reached from the page that leads to them', () => {
    const hub = htmlOf(guides.find(({ slug }) => slug === 'questions-certification-dynamics') as Guide)
    const others = guides.filter(({ slug }) => slug !== 'questions-certification-dynamics')
    expect(others.filter(({ slug }) => !hub.includes(`href="/seo/${slug}"`)).map(({ slug }) => slug)).toEqual([])
  })

  test.each(guides.map((guide) => [guide.slug, guide.words] as const))('%s has 900 to 1,600 words', (_, words) => {
    expect(words).toBeGreaterThanOrEqual(900)
    expect(words).toBeLessThanOrEqual(1600)
  })

  test('share no run of eight words', () => {
    const shared: string[] = []
    for (const [i, guide] of guides.entries()) {
      const runs = runsOf(guide)
      for (const other of guides.slice(i + 1))
        for (const run of runsOf(other)) if (runs.has(run)) shared.push(`${guide.slug} and ${other.slug}: ${run}`)
    }
    expect(shared).toEqual([])
  })

  test('have titles, descriptions and calls of their own', () => {
    for (const of of [({ title }: Guide) => title, ({ description }: Guide) => description, ({ call }: Guide) => call])
      expect(new Set(guides.map(of)).size).toBe(guides.length)
  })

  test('name the exam that they are about, and every area of an outline that they draw has a French name', () => {
    const drawn = guides.flatMap(({ sections }) =>
      sections.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'outline' ? block.certificationId : []))),
    )
    const areas = catalogue.filter(({ id }) => drawn.includes(id)).flatMap(({ skillAreas }) => skillAreas)
    expect(drawn.length).toBeGreaterThan(0)
    expect(areas.filter((area) => areaName(area) === undefined)).toEqual([])
  })

  // Prices, lengths and scores of exams change: they come from the catalogue, or from nowhere.
  test('type no price, pass score or rate of success', () => {
    const typed = guides.flatMap((guide) =>
      [...plainText(htmlOf(guide)).matchAll(/\d+\s?(?:USD|dollars)|\b700 sur\b|taux de réussite de \d+|\d+\s?% de réussite/g)].map(
        ([found]) => `${guide.slug}: ${found}`,
      ),
    )
    expect(typed).toEqual([])
  })

  test('name the state of their exam, where it is retired, instead of a call to register', () => {
    const retired = new Set(catalogue.filter(({ status }) => status === 'retired').map(({ id }) => id))
    const about = guides.filter(({ exam }) => exam !== null && retired.has(exam))
    expect(about.length).toBeGreaterThan(0)
    expect(about.filter((guide) => !/\{\{[^}]+\.(?:status|retiredSince)\}\}/.test(JSON.stringify(guide))).map(({ slug }) => slug)).toEqual(
      [],
    )
    expect(
      about.filter((guide) => /inscrivez-vous|réservez (?:votre|un) /i.test(plainText(htmlOf(guide)))).map(({ slug }) => slug),
    ).toEqual([])
  })
})

describe('a guide', () => {
  const surroundings = {
    slugs: new Set(['autre-guide', 'ce-guide']),
    areaCounts: new Map([
      ['mb-800', 4],
      ['mb-910', 5],
      ['pl-900', 5],
    ]),
  }
  const matter = {
    title: 'Un titre assez long pour un guide',
    description: 'Une description assez longue pour que les moteurs de recherche la montrent en entier.',
    kind: 'FAQ',
    published: '2025-01-01',
    modified: '2026-11-21',
    exam: 'mb-800',
    links: '[/seo/autre-guide]',
    call: 'Essayez une question.',
  }
  const body =
    "L'essentiel : *posting group*, {{mb-800.price}}.\n\n## Étape une\n\nTexte.\n\n{{outline mb-800}}\n\nSuite.\n\n## Questions fréquentes\n\n### Est-ce vrai ?\n\nOui.\n\n### Et cela ?\n\nNon.\n"
  const write = (changes: Record<string, string | undefined> = {}, text = body) =>
    `---\n${Object.entries({ ...matter, ...changes })
      .flatMap(([name, value]) => (value === undefined ? [] : `${name}: ${value}`))
      .join('\n')}\n---\n\n${text}`
  const read = (file: string) => parseGuide('ce-guide', file, surroundings)

  test('is read into its parts', () => {
    expect(read(write())).toMatchObject({
      ok: true,
      value: {
        slug: 'ce-guide',
        exam: 'mb-800',
        counterpart: null,
        links: ['/seo/autre-guide'],
        lede: 'L’essentiel\u00a0: <em lang="en">posting group</em>, {{mb-800.price}}.',
        sections: [
          {
            id: 'etape-une',
            heading: 'Étape une',
            blocks: [
              { kind: 'html', html: '<p>Texte.</p>' },
              { kind: 'outline', certificationId: 'mb-800' },
              { kind: 'html', html: '<p>Suite.</p>' },
            ],
          },
        ],
        faq: [
          { question: 'Est-ce vrai\u202f?', answer: '<p>Oui.</p>' },
          { question: 'Et cela\u202f?', answer: '<p>Non.</p>' },
        ],
      },
    })
  })

  test.each<[string, string, string]>([
    ['without front matter', body, 'does not begin with front matter'],
    ['that is empty', '', 'does not begin with front matter'],
    ['with a heading without words', write({}, body.replace('Étape une', '???')), 'a heading has no words'],
    ['that asks twice', write({}, body.replace('Et cela', 'Est-ce vrai')), 'asks twice: Est-ce vrai ?'],
    ['with a character that turns the text around', write({}, body.replace('Suite.', 'Suite\u202e.')), 'cannot be seen'],
    ['with an address that is none', write({}, body.replace('Suite.', '[ici](http://[)')), 'leads to another site'],
    ['without a field', write({ kind: undefined }), 'kind: '],
    ['with a field that nobody knows', write({ author: 'Camille' }), 'author'],
    ['with a date that is none', write({ modified: '21/11/2026' }), 'modified: has to be a day'],
    ['with a colon where quotes are due', write({ title: 'Un titre : un sous-titre assez long' }), 'front matter: '],
    ['about an exam that the catalogue does not have', write({ exam: 'mb-999' }), 'exam: the catalogue has no mb-999'],
    ['that leads to a guide that is not there', write({ links: '[/seo/parti]' }), 'leads nowhere: /seo/parti'],
    ['that leads to itself', write({ links: '[/seo/ce-guide]' }), 'leads to itself'],
    ['with a dead link in its text', write({}, body.replace('Suite.', '[ici](/exam/mb-999)')), 'leads nowhere: /exam/mb-999'],
    ['with a link to an unknown family', write({ links: '["/certifications?family=HR"]' }), 'leads nowhere: /certifications?family=HR'],
    [
      'with a link that only looks like one of ours',
      write({}, body.replace('Suite.', '[ici](//evil.example/)')),
      'leads nowhere: //evil.example/',
    ],
    [
      'with a script for a link',
      write({}, body.replace('Suite.', '[ici](javascript:alert(1))')),
      'leads to another site: javascript:alert(1)',
    ],
    ['with a link to another site', write({}, body.replace('Suite.', '[ici](https://dumps.example/)')), 'leads to another site'],
    ['with HTML', write({}, body.replace('Suite.', '<b>gras</b>')), 'holds HTML'],
    ['with a fact that nobody knows', write({}, body.replace('price', 'salary')), '{{mb-800.salary}}'],
    ['with a weight of no area', write({}, body.replace('price', 'weight')), '{{mb-800.weight}}'],
    ['with a weight of an area too many', write({}, body.replace('price', 'weight 5')), '{{mb-800.weight 5}}'],
    ['with an unknown fact in its call', write({ call: '"Essayez {{mb-800.salary}}."' }), '{{mb-800.salary}}'],
    ['with a fact in its title', write({ title: '"Un titre avec {{mb-800.price}} dedans"' }), 'title: names a fact'],
    ['with a figure in an answer', write({}, body.replace('Non.', '{{facts mb-800}}')), '{{facts mb-800}}'],
    ['with a figure in the middle of a line', write({}, body.replace('Suite.', 'Voici {{facts mb-800}}')), '{{facts mb-800}}'],
    ['with half a fact', write({}, body.replace('Suite.', 'Voici {mb-800.price}}')), 'single brace'],
    ['with a fact in the head of a table', write({}, body.replace('Suite.', '| {{mb-800.price}} |\n| --- |\n| x |')), 'head of a table'],
    [
      'with a fact in a link',
      write({}, body.replace('Suite.', '[ici](https://learn.microsoft.com/{{mb-800.name}})')),
      'names a fact in a link',
    ],
    ['whose counterpart is no page of a certification', write({ counterpart: '/exam/mb-800' }), 'counterpart: is neither'],
    ['changed before it was published', write({ modified: '2024-12-31' }), 'modified: is before'],
    ['with a heading that the page has', write({}, body.replace('Étape une', 'Sommaire')), 'the heading sommaire is on the page already'],
    ['with a name in a link', write({}, body.replace('Suite.', '[ici](https://u:p@learn.microsoft.com/)')), 'leads to another site'],
    ['without questions', write({}, body.replace(/## Questions[^]*/, '')), 'does not end with a section'],
    ['with a question without an answer', write({}, body.replace('Non.\n', '')), 'no answer to Et cela ?'],
    [
      'with two headings that are one address',
      write({}, body.replace('Suite.', '## Étape une\n\nSuite.')),
      'the heading etape-une is on the page already',
    ],
  ])('%s is refused', (_, file, problem) => {
    const guide = read(file)
    expect(guide.ok ? [] : guide.problems.join('\n')).toContain(problem)
  })

  test('is refused together with every other problem of the folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'praxam-guides-'))
    try {
      await mkdir(join(folder, 'guides/fr'), { recursive: true })
      await copyFile(join(contentFolder, 'certifications.json'), join(folder, 'certifications.json'))
      await writeFile(join(folder, 'guides/fr/un.md'), write({ links: '[/seo/deux]', counterpart: '/' }))
      await writeFile(join(folder, 'guides/fr/deux.md'), write({ links: '[/seo/un]', counterpart: '/' }))
      await expect(readGuides(folder)).rejects.toThrow('guides/fr: two guides are the counterpart of /')
      await writeFile(join(folder, 'guides/fr/deux.md'), write({ links: '[/seo/trois]' }))
      await expect(readGuides(folder)).rejects.toThrow('guides/fr/deux.md: leads nowhere: /seo/trois')
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('knows which certifications it speaks about: in its text, in a figure, in a link and in its front matter', () => {
    const areaCounts = new Map(['mb-800', 'mb-910', 'pl-900', 'pl-200'].map((id) => [id, 4]))
    const text = body.replace('mb-800.price', 'mb-910.price').replace('outline mb-800', 'outline pl-900')
    const guide = parseGuide('ce-guide', write({ exam: 'pl-200', links: '[/exam/mb-800]' }, text), { ...surroundings, areaCounts })
    expect(guide.ok && listGuideCertifications(guide.value).toSorted()).toEqual(['mb-800', 'mb-910', 'pl-200', 'pl-900'])
  })
})

describe('French text', () => {
  test('gets its apostrophes and the spaces that do not break', () => {
    expect(typeset("l'examen : « oui » ; 70 % de 1 000 ? non !")).toBe(
      'l’examen\u00a0: «\u00a0oui\u00a0»\u202f; 70\u00a0% de 1\u202f000\u202f? non\u202f!',
    )
  })

  test('is counted in words', () => {
    expect(countWords('<p>L’examen <em>MB-800</em>&nbsp;: deux <b>mots</b> de plus.</p>')).toBe(6)
  })
})
