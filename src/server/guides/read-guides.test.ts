import { mkdtemp, mkdir, rm, writeFile, copyFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { countWords, createHeadingId, typeset } from '#server/guides/guide-markdown.ts'
import { listGuideCertifications, parseGuide, readGuides, storeGuides } from '#server/guides/guides.ts'
import { contentFolder } from '#tests/services.ts'

const guides = await readGuides(contentFolder)

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
    question: 'pl-900 01a1f8f2-7650-7622-b70a-71bde223d2e8',
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
        question: { certificationId: 'pl-900', id: '01a1f8f2-7650-7622-b70a-71bde223d2e8' },
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
    ['without a question', write({ question: undefined }), 'question: '],
    ['with half of a question', write({ question: 'pl-900' }), 'question: is not the ids of a certification and a question'],
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

  const figure = (yaml: string) => body.replace('Suite.', `\`\`\`figure\n${yaml}\n\`\`\`\n\nSuite.`)

  test('has the figures that it describes, which are not counted as words', () => {
    const guide = read(write({}, figure('kind: steps\ncaption: Deux pas\nitems:\n  - label: Un\n    note: "Ceci : cela"\n  - label: Deux')))
    const plain = read(write())
    expect(guide.ok && guide.value.sections[0]?.blocks.slice(2)).toEqual([
      {
        kind: 'drawing',
        drawing: { kind: 'steps', caption: 'Deux pas', items: [{ label: 'Un', note: 'Ceci\u00a0: cela' }, { label: 'Deux' }] },
      },
      { kind: 'html', html: '<p>Suite.</p>' },
    ])
    expect(guide.ok && guide.value.words).toBe(plain.ok && plain.value.words)
  })

  test.each([
    ['of an unknown kind', 'kind: cloud\ncaption: a', 'contains an invalid figure: kind'],
    ['without items', 'kind: steps\ncaption: a', 'has the wrong number of items'],
    ['with bars without values', 'kind: bars\ncaption: a\nunit: h\nitems: [{label: a}, {label: b}]', 'bars need a unit and values'],
    [
      'with choices without a question',
      'kind: choices\ncaption: a\nitems: [{label: a, note: b}, {label: b, note: c}]',
      'only choices have a question',
    ],
    ['with an unknown fact', 'kind: steps\ncaption: "{{mb-800.salary}}"\nitems: [{label: a}, {label: b}]', '{{mb-800.salary}}'],
    ['that is not YAML', 'kind: [', 'contains an invalid figure'],
  ])('with a figure %s is refused', (_, yaml, problem) => {
    const guide = read(write({}, figure(yaml)))
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

  test('lists the certifications in its text, figures, links, question and front matter', () => {
    const areaCounts = new Map(['mb-800', 'mb-910', 'pl-900', 'pl-200'].map((id) => [id, 4]))
    const text = body.replace('mb-800.price', 'mb-910.price').replace('outline mb-800', 'outline pl-900')
    const guide = parseGuide(
      'ce-guide',
      write({ exam: 'pl-200', links: '[/exam/mb-800]', question: 'mb-230 01a1f8f2-7650-7622-b70a-71bde223d2e8' }, text),
      { ...references, areaCounts },
    )
    expect(guide.ok && listGuideCertifications(guide.value).toSorted()).toEqual(['mb-230', 'mb-800', 'mb-910', 'pl-200', 'pl-900'])
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
