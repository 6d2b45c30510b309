/**
 * Structured data of pages in the vocabulary of schema.org. Loaders create the nodes, and a page has one graph. The data
 * contains only facts that the page shows and that are verified.
 */
import type {
  Article,
  BreadcrumbList,
  CollectionPage,
  EducationalOccupationalCredential,
  FAQPage,
  ListItem,
  Organization,
  Quiz,
  WebSite,
} from 'schema-dts'
import { addressIn, languages } from '#exam/languages.ts'
import { isApproximate } from '#exam/certification.ts'
import { shareImagePath } from '#web/seo/page-meta.ts'
import { catalogue } from '#text/catalogue.ts'
import { language } from '#text/language.ts'
import { exam } from '#text/practice.ts'
import { site } from '#text/site.ts'
import { home } from '#text/home.ts'
import type { CatalogEntry, CatalogSummary } from '#server/catalogue/index.ts'
import type { Guide } from '#server/guides/index.ts'

/** A step of the breadcrumb trail, from the home page to the page itself. `path` has a leading slash and no language. */
export type BreadcrumbStep = { name: string; path: string }

/** The fields of a guide that its structured data needs. `faq` is plain text without placeholders. */
export type DescribedGuide = Pick<Guide, 'slug' | 'title' | 'description' | 'kind' | 'published' | 'modified' | 'faq'>

/** schema-dts also allows an address instead of an object. */
type Node<Thing> = Exclude<Thing, string>

/** The type of `data` in `pageMeta`. The nodes are type-checked where they are created. */
type Graph = object[]

const homePage = { name: 'Praxam', path: '/' }
const listPath = '/certifications'

/** The breadcrumb step of the list of certifications. */
function list(): BreadcrumbStep {
  return { name: site.certifications, path: listPath }
}

/** The address of a page in the current language. */
function addressOf(origin: string, path: string): string {
  return origin + addressIn(language.code, path)
}

/** The operator of the site. Other nodes refer to its `@id`. */
export function organization(origin: string): Node<Organization> {
  return { ...publisher(origin), logo: `${origin}/icon-512.png` }
}

export function webSite(origin: string): Node<WebSite> {
  return {
    '@type': 'WebSite',
    '@id': `${origin}/#website`,
    name: 'Praxam',
    url: `${origin}/`,
    description: home.pageDescription,
    inLanguage: [...languages],
    publisher: { '@id': organizationId(origin) },
  }
}

export function breadcrumbs(origin: string, trail: readonly BreadcrumbStep[]): Node<BreadcrumbList> {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, i) => ({ '@type': 'ListItem', position: i + 1, name, item: addressOf(origin, path) })),
  }
}

export function homeData(origin: string): Graph {
  return [webSite(origin), organization(origin)]
}

/** The list of certifications, in the order of the page. */
export function listData(origin: string, entries: readonly Pick<CatalogSummary, 'id' | 'name'>[]): Graph {
  const items = entries.map(({ id, name }, i): ListItem => ({
    '@type': 'ListItem',
    position: i + 1,
    name: `${id.toUpperCase()} ${name}`,
    url: addressOf(origin, `/certifications/${id}`),
  }))
  const page: Node<CollectionPage> = {
    '@type': 'CollectionPage',
    name: catalogue.listTitle,
    description: catalogue.listDescription(entries.length),
    url: addressOf(origin, listPath),
    inLanguage: language.code,
    publisher: { '@id': organizationId(origin) },
    ...(items.length > 0 && { mainEntity: { '@type': 'ItemList', numberOfItems: items.length, itemListElement: items } }),
  }
  return [page, breadcrumbs(origin, [homePage, list()]), organization(origin)]
}

/** The exam of the vendor, and our practice exam when the bank has questions. */
export function certificationData(origin: string, entry: CatalogEntry): Graph {
  const path = `/certifications/${entry.id}`
  return [
    describeExam(origin, entry),
    ...(entry.bankSize > 0 ? [describePractice(origin, entry)] : []),
    breadcrumbs(origin, [homePage, list(), { name: entry.id.toUpperCase(), path }]),
    organization(origin),
  ]
}

/** A guide with its breadcrumb trail. */
export function guideData(origin: string, guide: DescribedGuide, trail: readonly BreadcrumbStep[]): Graph {
  const page = {
    url: `${origin}/seo/${guide.slug}`,
    name: guide.title,
    description: guide.description,
    image: origin + shareImagePath('guides', guide.slug),
    inLanguage: 'fr',
    datePublished: guide.published,
    dateModified: guide.modified,
    author: publisher(origin),
    publisher: publisher(origin),
  }
  return [guide.kind === 'FAQ' ? faqPage(page, guide.faq) : article(page), breadcrumbs(origin, trail), organization(origin)]
}

function faqPage(page: Omit<Node<FAQPage>, '@type'>, faq: DescribedGuide['faq']): Node<FAQPage> {
  return {
    '@type': 'FAQPage',
    ...page,
    mainEntity: faq.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

function article(page: { url: string; name: string }): Node<Article> {
  return { '@type': 'Article', ...page, headline: page.name, mainEntityOfPage: page.url }
}

/** Skill areas and level are included only if they are verified. There is no expiry date: a credential outlives its retired exam. */
function describeExam(origin: string, entry: CatalogEntry): Node<EducationalOccupationalCredential> {
  return {
    '@type': 'EducationalOccupationalCredential',
    '@id': examId(origin, entry),
    name: `${entry.id.toUpperCase()} ${entry.name}`,
    identifier: entry.id.toUpperCase(),
    description: entry.description,
    credentialCategory: 'Certification exam',
    creativeWorkStatus: entry.status === 'active' ? catalogue.active : catalogue.retired,
    recognizedBy: { '@type': 'Organization', name: 'Microsoft', url: 'https://www.microsoft.com/' },
    ...verifiedLevel(entry),
    ...(!isApproximate(entry, 'outline') && { competencyRequired: listAreaNames(entry) }),
    ...(entry.studyGuideUrl && { subjectOf: { '@type': 'CreativeWork', url: entry.studyGuideUrl } }),
  }
}

function describePractice(origin: string, entry: CatalogEntry): Node<Quiz> {
  const id = entry.id.toUpperCase()
  return {
    '@type': 'Quiz',
    '@id': `${origin}/certifications/${entry.id}#practice`,
    name: exam.title(entry.name),
    description: exam.description(id, entry.bankSize),
    url: addressOf(origin, `/certifications/${entry.id}`),
    image: addressOf(origin, shareImagePath('certifications', entry.id)),
    inLanguage: 'en',
    isAccessibleForFree: true,
    learningResourceType: 'Practice exam',
    about: { '@id': examId(origin, entry) },
    provider: { '@id': organizationId(origin) },
    ...verifiedLevel(entry),
    ...(!isApproximate(entry, 'outline') && { assesses: listAreaNames(entry) }),
  }
}

function verifiedLevel(entry: CatalogEntry): { educationalLevel?: string } {
  return isApproximate(entry, 'type') ? {} : { educationalLevel: entry.type }
}

function listAreaNames({ skillAreas }: CatalogEntry): string[] {
  return skillAreas.map(({ name }) => name)
}

/** The complete publisher, for nodes that may be read alone. */
function publisher(origin: string) {
  return { '@type': 'Organization', '@id': organizationId(origin), name: 'Praxam', url: `${origin}/` } as const
}

function organizationId(origin: string): string {
  return `${origin}/#organization`
}

function examId(origin: string, { id }: Pick<CatalogEntry, 'id'>): string {
  return `${origin}/certifications/${id}#exam`
}
