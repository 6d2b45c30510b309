import { describe, expect, test } from 'vitest'
import type { CatalogEntry } from '#server/catalogue/certifications.ts'
import { pageMeta } from '#web/seo/page-meta.ts'
import { certificationData, guideData, homeData, listData, type DescribedGuide } from '#web/seo/structured-data.ts'
import { aCertification } from '#tests/factories.ts'
import { findProblems, typesIn } from '#tests/schema-org.ts'

const origin = 'https://praxam.example'
const trail = [
  { name: 'Accueil', path: '/' },
  { name: 'Guides', path: '/seo/questions-certification-dynamics' },
  { name: 'Réussir', path: '/seo/reussir' },
]

/** The script content of the page. */
function scriptOf(data: object[]): string {
  const matches = [{ id: 'root', loaderData: { origin } }]
  const meta: Record<string, unknown>[] = pageMeta({ title: 'A title', path: '/', matches, data })
  return JSON.stringify(meta.find((one) => 'script:ld+json' in one)?.['script:ld+json'])
}

const anEntry = (values: Partial<CatalogEntry> = {}): CatalogEntry => ({
  ...aCertification(),
  bankSize: 72,
  areaSizes: [72],
  ...values,
})

const aGuide = (values: Partial<DescribedGuide> = {}): DescribedGuide => ({
  slug: 'reussir',
  title: 'Réussir le MB-800',
  description: 'Sept étapes.',
  kind: 'FAQ',
  published: '2025-01-01',
  modified: '2026-11-21',
  faq: [{ question: 'Combien de temps ?', answer: 'Sept semaines.' }],
  ...values,
})

test.each([
  ['home', homeData(origin), ['WebSite', 'Organization']],
  ['the list', listData(origin, [anEntry(), anEntry({ id: 'mb-230' })]), ['CollectionPage', 'BreadcrumbList', 'Organization']],
  [
    'a certification',
    certificationData(origin, anEntry()),
    ['EducationalOccupationalCredential', 'Quiz', 'BreadcrumbList', 'Organization'],
  ],
  [
    'a certification without questions',
    certificationData(origin, anEntry({ bankSize: 0 })),
    ['EducationalOccupationalCredential', 'BreadcrumbList', 'Organization'],
  ],
  ['an FAQ guide', guideData(origin, aGuide(), trail), ['FAQPage', 'BreadcrumbList', 'Organization']],
  ['an article guide', guideData(origin, aGuide({ kind: 'Article' }), trail), ['Article', 'BreadcrumbList', 'Organization']],
])('%s has valid schema.org data', (_, data, types) => {
  const script = scriptOf(data)
  expect(findProblems(script)).toEqual([])
  expect(typesIn(script)).toEqual(types)
})

describe('an exam', () => {
  const exam = (values: Partial<CatalogEntry>) => certificationData(origin, anEntry(values))[0]
  const approximate = { source: 'a forum', checkedOn: '2026-11-20', isApproximate: true }

  test('that is retired says so, but not that its credential expires', () => {
    const retired = exam({ status: 'retired', retiredOn: '2025-12-31' })
    expect(retired).toMatchObject({ creativeWorkStatus: 'Retired' })
    expect(retired).not.toHaveProperty('expires')
  })

  test('omits unverified facts', () => {
    const unsure = exam({ sources: { type: approximate, outline: approximate } })
    expect(unsure).not.toHaveProperty('educationalLevel')
    expect(unsure).not.toHaveProperty('competencyRequired')
  })
})

describe('the schema.org check', () => {
  const problemsOf = (...nodes: object[]) => findProblems(JSON.stringify({ '@context': 'https://schema.org', '@graph': nodes }))
  const site = { '@type': 'Organization', '@id': `${origin}/#organization`, name: 'Praxam', url: origin }

  test.each([
    ['an unknown type', { '@type': 'Praxis', name: 'Praxam' }, 'Praxis is not a type that the site uses'],
    ['a property of another type', { ...site, acceptedAnswer: 'no' }, 'Organization has no acceptedAnswer'],
    ['an address without a host', { ...site, url: '/' }, 'Organization.url is no absolute address: /'],
    ['an empty value', { ...site, name: '' }, 'Organization.name is empty'],
    ['a missing value', { '@type': 'WebSite', url: origin }, 'WebSite lacks name'],
    ['an unknown reference', { ...site, parentOrganization: { '@id': 'elsewhere' } }, 'elsewhere is not in the graph'],
    [
      'a value of the wrong type',
      { ...site, parentOrganization: { '@type': 'Answer', text: 'no' } },
      'Organization.parentOrganization may not be a Answer',
    ],
    ['HTML', { ...site, name: '<b>Praxam</b>' }, 'Organization.name is no plain text: <b>Praxam</b>'],
  ])('finds %s', (_, node, problem) => {
    expect(problemsOf(node)).toEqual([problem])
  })

  test('finds lists out of order and invalid dates', () => {
    const item = { '@type': 'ListItem', position: 2, name: 'Praxam', item: `${origin}/` }
    expect(problemsOf({ '@type': 'BreadcrumbList', itemListElement: [item] })).toEqual(['A list is not numbered from 1'])
    const article = guideData(origin, aGuide({ kind: 'Article', modified: '21/11/2026' }), trail)
    expect(findProblems(scriptOf(article))).toEqual(['Article.dateModified is no ISO day: 21/11/2026'])
  })
})
