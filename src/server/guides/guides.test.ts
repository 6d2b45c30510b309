import { mkdtemp, mkdir, rm, writeFile, copyFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { plainText } from '#exam/plain-text.ts'
import { readCatalog } from '#server/bank/content-files.ts'
import { countWords, createHeadingId, typeset } from '#server/guides/guide-markdown.ts'
import { listGuideCertifications, parseGuide, readGuides, storeGuides, type Guide } from '#server/guides/guides.ts'
import { areaName } from '#web/text/fr/guides.ts'
import { contentFolder } from '#tests/services.ts'

const guides = await readGuides(contentFolder)
const catalog = (await readCatalog(contentFolder)).value

/**
 * Links of every guide. Source: spec §2, French landing pages; architecture §7 for the row without a path. The guides for
 * PL-900, MB-230 and AB-410 are not in the specification.
 */
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
  'examen-pl-900-preparation': ['/exam/pl-900', '/certifications/pl-900'],
  'preparer-examen-mb-230': ['/exam/mb-230', '/certifications/mb-230'],
  'examen-ab-410-apres-pl-200': ['/exam/ab-410', '/certifications/ab-410'],
}

/** The visible text of a guide, as HTML. */
function htmlOf({ title, description, call, lede, sections, faqHeading, faq }: Guide): string {
  const body = sections.flatMap(({ heading, blocks }) => [heading, ...blocks.map((block) => (block.kind === 'html' ? block.html : ''))])
  return [title, description, lede, ...body, faqHeading, ...faq.flatMap(({ question, answer }) => [question, answer]), call].join(' \n ')
}

/** Lowercase words without placeholders. */
function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replace(/\{\{.*?\}\}/g, ' ')
      .match(/[\p{L}\d]+/gu) ?? []
  )
}

function listPhrases(guide: Guide): Set<string> {
  const words = wordsOf(plainText(htmlOf(guide)))
  return new Set(words.slice(0, -7).map((_, i) => words.slice(i, i + 8).join(' ')))
}

describe('the guides', () => {
  test('are those of the specification, the hub page, and three for live exams', () => {
    expect(guides.map(({ slug }) => slug)).toEqual(Object.keys(linksOfSpec).toSorted())
  })

  test.each(Object.entries(linksOfSpec))('%s has the required links', (slug, links) => {
    expect(guides.find((guide) => guide.slug === slug)?.links).toEqual(expect.arrayContaining(links))
  })

  test('are all linked from the hub page', () => {
    const hub = htmlOf(guides.find(({ slug }) => slug === 'questions-certification-dynamics') as Guide)
    const others = guides.filter(({ slug }) => slug !== 'questions-certification-dynamics')
    expect(others.filter(({ slug }) => !hub.includes(`href="/seo/${slug}"`)).map(({ slug }) => slug)).toEqual([])
  })

  test.each(guides.map((guide) => [guide.slug, guide.words] as const))('%s has 900 to 1,600 words', (_, words) => {
    expect(words).toBeGreaterThanOrEqual(900)
    expect(words).toBeLessThanOrEqual(1600)
  })

  test('have no eight consecutive words in common', () => {
    const shared: string[] = []
    for (const [i, guide] of guides.entries()) {
      const phrases = listPhrases(guide)
      for (const other of guides.slice(i + 1))
        for (const phrase of listPhrases(other)) if (phrases.has(phrase)) shared.push(`${guide.slug} and ${other.slug}: ${phrase}`)
    }
    expect(shared).toEqual([])
  })

  test('have unique titles, descriptions and calls', () => {
    for (const textOf of [({ title }: Guide) => title, ({ description }: Guide) => description, ({ call }: Guide) => call])
      expect(new Set(guides.map(textOf)).size).toBe(guides.length)
  })

  test('have French names for every skill area in their outlines', () => {
    const drawn = guides.flatMap(({ sections }) =>
      sections.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'outline' ? block.certificationId : []))),
    )
    const areas = catalog.filter(({ id }) => drawn.includes(id)).flatMap(({ skillAreas }) => skillAreas)
    expect(drawn.length).toBeGreaterThan(0)
    expect(areas.filter((area) => areaName(area) === undefined)).toEqual([])
  })

  // Prices, lengths and scores of exams change, so they must come from the catalog.
  test('contain no literal price, passing score or success rate', () => {
    const typed = guides.flatMap((guide) =>
      [...plainText(htmlOf(guide)).matchAll(/\d+\s?(?:USD|dollars)|\b700 sur\b|taux de réussite de \d+|\d+\s?% de réussite/g)].map(
        ([found]) => `${guide.slug}: ${found}`,
      ),
    )
    expect(typed).toEqual([])
  })

  test('show the status of a retired exam, and no call to register', () => {
    const retired = new Set(catalog.filter(({ status }) => status === 'retired').map(({ id }) => id))
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
  const references = {
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
  const read = (file: string) => parseGuide('ce-guide', file, references)

  test('is parsed', () => {
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

  test.each([
    ['https://learn.microsoft.com/fr-fr/dynamics365/', ' hreflang="fr" rel="external noopener"'],
    ['https://learn.microsoft.com/en-us/credentials/', ' hreflang="en" rel="external noopener"'],
    ['https://learn.microsoft.com/credentials/', ' rel="external noopener"'],
    ['/seo/autre-guide', ''],
  ])('has a link to %s with the language of the address', (address, attributes) => {
    const guide = read(write({}, body.replace('Suite.', `[ici](${address})`)))
    expect(guide.ok && guide.value.sections[0]?.blocks.at(-1)).toEqual({
      kind: 'html',
      html: `<p><a href="${address}"${attributes}>ici</a></p>`,
    })
  })

  test.each<[string, string, string]>([
    ['without front matter', body, 'does not start with front matter'],
    ['that is empty', '', 'does not start with front matter'],
    ['with a heading without letters', write({}, body.replace('Étape une', '???')), 'a heading has no letters or digits'],
    ['with a duplicate question', write({}, body.replace('Et cela', 'Est-ce vrai')), 'contains a question twice: Est-ce vrai ?'],
    ['with a bidirectional control character', write({}, body.replace('Suite.', 'Suite\u202e.')), 'contains an invisible character'],
    ['with an invalid address', write({}, body.replace('Suite.', '[ici](http://[)')), 'links to another site'],
    ['without a field', write({ kind: undefined }), 'kind: '],
    ['with an unknown field', write({ author: 'Camille' }), 'author'],
    ['with an invalid date', write({ modified: '21/11/2026' }), 'modified: is not a date'],
    ['with a colon outside quotes', write({ title: 'Un titre : un sous-titre assez long' }), 'front matter: '],
    ['about an unknown exam', write({ exam: 'mb-999' }), 'exam: the catalog has no mb-999'],
    ['with a link to an unknown guide', write({ links: '[/seo/parti]' }), 'links to an unknown page: /seo/parti'],
    ['with a link to itself', write({ links: '[/seo/ce-guide]' }), 'contains the guide itself'],
    ['with a dead link in its text', write({}, body.replace('Suite.', '[ici](/exam/mb-999)')), 'links to an unknown page: /exam/mb-999'],
    [
      'with a link to an unknown family',
      write({ links: '["/certifications?family=HR"]' }),
      'links to an unknown page: /certifications?family=HR',
    ],
    [
      'with a protocol-relative link',
      write({}, body.replace('Suite.', '[ici](//evil.example/)')),
      'links to an unknown page: //evil.example/',
    ],
    [
      'with a script as a link',
      write({}, body.replace('Suite.', '[ici](javascript:alert(1))')),
      'links to another site: javascript:alert(1)',
    ],
    ['with a link to another site', write({}, body.replace('Suite.', '[ici](https://dumps.example/)')), 'links to another site'],
    ['with HTML', write({}, body.replace('Suite.', '<b>gras</b>')), 'contains HTML'],
    ['with an unknown fact', write({}, body.replace('price', 'salary')), '{{mb-800.salary}}'],
    ['with a weight without a number', write({}, body.replace('price', 'weight')), '{{mb-800.weight}}'],
    ['with a weight of an unknown skill area', write({}, body.replace('price', 'weight 5')), '{{mb-800.weight 5}}'],
    ['with an unknown fact in its call', write({ call: '"Essayez {{mb-800.salary}}."' }), '{{mb-800.salary}}'],
    ['with a fact in its title', write({ title: '"Un titre avec {{mb-800.price}} dedans"' }), 'title: contains a placeholder'],
    ['with a figure in an answer', write({}, body.replace('Non.', '{{facts mb-800}}')), '{{facts mb-800}}'],
    ['with a figure in the middle of a line', write({}, body.replace('Suite.', 'Voici {{facts mb-800}}')), '{{facts mb-800}}'],
    ['with an incomplete placeholder', write({}, body.replace('Suite.', 'Voici {mb-800.price}}')), 'single brace'],
    ['with a fact in a table header', write({}, body.replace('Suite.', '| {{mb-800.price}} |\n| --- |\n| x |')), 'table header'],
    [
      'with a fact in a link',
      write({}, body.replace('Suite.', '[ici](https://learn.microsoft.com/{{mb-800.name}})')),
      'contains a placeholder in a link',
    ],
    ['whose counterpart is not the page of a certification', write({ counterpart: '/exam/mb-800' }), 'counterpart: is not /'],
    ['modified before its publication', write({ modified: '2024-12-31' }), 'modified: is before'],
    ['with a heading id of the page', write({}, body.replace('Étape une', 'Sommaire')), 'the heading id sommaire is already on the page'],
    ['with a user name in a link', write({}, body.replace('Suite.', '[ici](https://u:p@learn.microsoft.com/)')), 'links to another site'],
    ['without questions', write({}, body.replace(/## Questions[^]*/, '')), 'does not end with the section'],
    ['with a question without an answer', write({}, body.replace('Non.\n', '')), 'has no answer to Et cela ?'],
    [
      'with two headings of the same id',
      write({}, body.replace('Suite.', '## Étape une\n\nSuite.')),
      'the heading id etape-une is already on the page',
    ],
  ])('%s is refused', (_, file, problem) => {
    const guide = read(file)
    expect(guide.ok ? [] : guide.problems.join('\n')).toContain(problem)
  })

  test('is refused with all problems of the folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'praxam-guides-'))
    try {
      await mkdir(join(folder, 'guides/fr'), { recursive: true })
      await copyFile(join(contentFolder, 'certifications.json'), join(folder, 'certifications.json'))
      await writeFile(join(folder, 'guides/fr/un.md'), write({ links: '[/seo/deux]', counterpart: '/' }))
      await writeFile(join(folder, 'guides/fr/deux.md'), write({ links: '[/seo/un]', counterpart: '/' }))
      await expect(readGuides(folder)).rejects.toThrow('guides/fr: two guides are the counterpart of /')
      await writeFile(join(folder, 'guides/fr/deux.md'), write({ links: '[/seo/trois]' }))
      await expect(readGuides(folder)).rejects.toThrow('guides/fr/deux.md: links to an unknown page: /seo/trois')
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('is the same when the build has stored it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'praxam-guides-'))
    try {
      const file = join(folder, 'guides.json')
      await storeGuides(guides, file)
      expect(await readGuides('/no/such/folder', () => Promise.resolve(file))).toEqual(guides)
      expect(await readGuides(contentFolder, () => Promise.resolve(undefined))).toEqual(guides)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('lists the certifications in its text, figures, links and front matter', () => {
    const areaCounts = new Map(['mb-800', 'mb-910', 'pl-900', 'pl-200'].map((id) => [id, 4]))
    const text = body.replace('mb-800.price', 'mb-910.price').replace('outline mb-800', 'outline pl-900')
    const guide = parseGuide('ce-guide', write({ exam: 'pl-200', links: '[/exam/mb-800]' }, text), { ...references, areaCounts })
    expect(guide.ok && listGuideCertifications(guide.value).toSorted()).toEqual(['mb-800', 'mb-910', 'pl-200', 'pl-900'])
  })
})

describe('French text', () => {
  test('gets typographic apostrophes and no-break spaces', () => {
    expect(typeset("l'examen : « oui » ; 70 % de 1 000 € ? non !")).toBe(
      'l’examen\u00a0: «\u00a0oui\u00a0»\u202f; 70\u00a0% de 1\u202f000\u00a0€\u202f? non\u202f!',
    )
  })

  test('has a word count', () => {
    expect(countWords('<p>L’examen <em>MB-800</em>&nbsp;: deux <b>mots</b> de plus.</p>')).toBe(6)
  })
})

test('the id of a heading spells out a ligature', () => {
  expect(createHeadingId('Le programme d’un coup d’œil')).toBe('le-programme-d-un-coup-d-oeil')
})
