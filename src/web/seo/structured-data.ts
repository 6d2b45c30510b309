/**
 * What pages are about, in the words of schema.org: nodes of the one graph of a page, for loaders to make. They say
 * nothing that the page does not say, and no fact that nobody could verify.
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
import { isApproximate } from '#exam/certification.ts'
import { shareImagePath } from '#web/seo/page-meta.ts'
import { en } from '#web/text/en/en.ts'
import type { CatalogueEntry, CatalogueSummary } from '#server/catalogue/index.ts'
import type { Guide } from '#server/guides/index.ts'

/** A step of the way to a page, from the home page to the page itself. `path` begins with a slash. */
export type BreadcrumbStep = { name: string; path: string }

/** What a guide says of itself; `faq` as plain text, with all facts filled in. */
export type DescribedGuide = Pick<Guide, 'slug' | 'title' | 'description' | 'kind' | 'published' | 'modified' | 'faq'>

/** schema-dts also takes the bare address of a thing for the thing. */
type Node<Thing> = Exclude<Thing, string>

/** What `pageMeta` takes: checked where it is made, and no more than objects on its way to the page. */
type Graph = object[]

const english = { name: 'Praxam', path: '/' }
const list = { name: en.site.certifications, path: '/certifications' }

/** Who runs the site; other nodes name it by its `@id`. */
export function organization(origin: string): Node<Organization> {
  return { ...publisher(origin), logo: `${origin}/mark.svg` }
}

export function webSite(origin: string): Node<WebSite> {
  return {
    '@type': 'WebSite',
    '@id': `${origin}/#website`,
    name: 'Praxam',
    url: `${origin}/`,
    description: en.home.pageDescription,
    inLanguage: ['en', 'fr'],
    publisher: { '@id': organizationId(origin) },
  }
}

export function breadcrumbs(origin: string, trail: readonly BreadcrumbStep[]): Node<BreadcrumbList> {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, i) => ({ '@type': 'ListItem', position: i + 1, name, item: origin + path })),
  }
}

export function homeData(origin: string): Graph {
  return [webSite(origin), organization(origin)]
}

/** The list of certifications, in the order that the page shows them. */
export function listData(origin: string, entries: readonly Pick<CatalogueSummary, 'id' | 'name'>[]): Graph {
  const items = entries.map(({ id, name }, i): ListItem => ({
    '@type': 'ListItem',
    position: i + 1,
    name: `${id.toUpperCase()} ${name}`,
    url: `${origin}/certifications/${id}`,
  }))
  const page: Node<CollectionPage> = {
    '@type': 'CollectionPage',
    name: en.catalogue.listTitle,
    description: en.catalogue.listDescription(entries.length),
    url: origin + list.path,
    inLanguage: 'en',
    publisher: { '@id': organizationId(origin) },
    ...(items.length > 0 && { mainEntity: { '@type': 'ItemList', numberOfItems: items.length, itemListElement: items } }),
  }
  return [page, breadcrumbs(origin, [english, list]), organization(origin)]
}

/** The vendor's exam, and our practice for it where the bank has questions. */
export function certificationData(origin: string, entry: CatalogueEntry): Graph {
  const path = `/certifications/${entry.id}`
  return [
    examOf(origin, entry),
    ...(entry.bankSize > 0 ? [practiceOf(origin, entry)] : []),
    breadcrumbs(origin, [english, list, { name: entry.id.toUpperCase(), path }]),
    organization(origin),
  ]
}

/** A guide, with the way to it as the page shows it. */
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

/** Its weights and its type only where they were verified. A retired exam is said to be retired, and since when. */
function examOf(origin: string, entry: CatalogueEntry): Node<EducationalOccupationalCredential> {
  return {
    '@type': 'EducationalOccupationalCredential',
    '@id': examId(origin, entry),
    name: `${entry.id.toUpperCase()} ${entry.name}`,
    identifier: entry.id.toUpperCase(),
    description: entry.description,
    credentialCategory: 'Certification exam',
    creativeWorkStatus: entry.status === 'active' ? en.catalogue.active : en.catalogue.retired,
    recognizedBy: { '@type': 'Organization', name: 'Microsoft', url: 'https://www.microsoft.com/' },
    ...(entry.retiredOn && !isApproximate(entry, 'retiredOn') && { expires: entry.retiredOn }),
    ...verifiedLevel(entry),
    ...(!isApproximate(entry, 'outline') && { competencyRequired: areasOf(entry) }),
    ...(entry.studyGuideUrl && { subjectOf: { '@type': 'CreativeWork', url: entry.studyGuideUrl } }),
  }
}

function practiceOf(origin: string, entry: CatalogueEntry): Node<Quiz> {
  const id = entry.id.toUpperCase()
  return {
    '@type': 'Quiz',
    '@id': `${origin}/certifications/${entry.id}#practice`,
    name: en.exam.title(entry.name),
    description: en.exam.description(id, entry.bankSize),
    url: `${origin}/certifications/${entry.id}`,
    image: origin + shareImagePath('certifications', entry.id),
    inLanguage: 'en',
    isAccessibleForFree: true,
    learningResourceType: 'Practice exam',
    about: { '@id': examId(origin, entry) },
    provider: { '@id': organizationId(origin) },
    ...verifiedLevel(entry),
    ...(!isApproximate(entry, 'outline') && { assesses: areasOf(entry) }),
  }
}

function verifiedLevel(entry: CatalogueEntry): { educationalLevel?: string } {
  return isApproximate(entry, 'type') ? {} : { educationalLevel: entry.type }
}

function areasOf({ skillAreas }: CatalogueEntry): string[] {
  return skillAreas.map(({ name }) => name)
}

/** Said in full wherever somebody may look at a node by itself. */
function publisher(origin: string) {
  return { '@type': 'Organization', '@id': organizationId(origin), name: 'Praxam', url: `${origin}/` } as const
}

function organizationId(origin: string): string {
  return `${origin}/#organization`
}

function examId(origin: string, { id }: Pick<CatalogueEntry, 'id'>): string {
  return `${origin}/certifications/${id}#exam`
}
