/** `/seo/:slug`: a French guide. The page has no client scripts: its content is static, and `<details>` elements need none. */
import { data } from 'react-router'
import { addressIn } from '#exam/languages.ts'
import { familyMark } from '#exam/certification.ts'
import { originContext, servicesContext } from '#web/context.ts'
import { fillGuide, readGuideFacts, type FilledGuide, type GuideFacts } from '#web/guides/fill-guide.ts'
import { GuideFigure } from '#web/guides/guide-figure.tsx'
import { GuideQuestion } from '#web/guides/guide-question.tsx'
import { ErrorPage } from '#web/layout/error-page.tsx'
import type { PageHandle } from '#web/layout/page-handle.ts'
import { SitePage } from '#web/layout/site-page.tsx'
import { shareImagePath, pageMeta } from '#web/seo/page-meta.ts'
import { guideData, type BreadcrumbStep } from '#web/seo/structured-data.ts'
import { guide as words } from '#web/text/fr/guides.ts'
import { RichText } from '#web/ui/rich-text.tsx'
import type { Route } from './+types/guide.ts'
import type { CatalogEntry } from '#server/catalogue/index.ts'
import { findGuideQuestion, listTranslatedCertifications, type Guide } from '#server/guides/index.ts'

export const handle: PageHandle = { hasNoClientScripts: true }

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, guides } = context.get(servicesContext)
  const guide = guides.find(({ slug }) => slug === params.slug)
  if (!guide) throw data(null, { status: 404 })
  const facts = await readGuideFacts(db, guide)
  const filled = fillGuide(guide, facts)
  const question = await findGuideQuestion(db, guide)
  const translated = await listTranslatedCertifications(db)
  return {
    guide: filled,
    counterpart: findCounterpart(guide, facts),
    entry: guide.exam === null ? null : (facts.entries.get(guide.exam) ?? null),
    question: question ?? null,
    questionEntry: facts.entries.get(guide.question.certificationId) ?? null,
    next: guide.links.filter((to) => isAvailable(to, facts)).map((to) => ({ to, label: labelOf(to, guides, translated) })),
    isTranslated: guide.exam !== null && translated.has(guide.exam),
    data: guideData(context.get(originContext), filled, trailOf(filled)),
  }
}

/** The page to which the links to other languages lead. */
function findCounterpart({ counterpart }: Guide, { all }: GuideFacts): string {
  const [, id] = /^\/certifications\/([^/]+)$/.exec(counterpart ?? '') ?? []
  return counterpart !== null && all.some((entry) => entry.id === id) ? counterpart : '/'
}

/** Leaves out links to removed certifications, and practice links for certifications without questions. */
function isAvailable(link: string, { entries }: GuideFacts): boolean {
  const [, area, id] = /^\/(exam|certifications)\/([^/?]+)$/.exec(link) ?? []
  if (id === undefined) return true
  return area === 'exam' ? (entries.get(id)?.bankSize ?? 0) > 0 : entries.has(id)
}

function labelOf(link: string, guides: readonly Guide[], translated: ReadonlySet<string>): string {
  const { pathname, searchParams } = new URL(link, 'https://praxam.example')
  const [, area = '', name = ''] = pathname.split('/')
  const family = searchParams.get('family')
  if (area === 'seo') return guides.find(({ slug }) => slug === name)?.title ?? link
  if (area === 'exam') return words.practice(name.toUpperCase(), translated.has(name))
  if (name) return words.about(name.toUpperCase())
  return family ? words.certificationsOf(family) : words.certifications
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { title, description, slug, kind, published, modified } = loaderData.guide
  return pageMeta({
    title: words.pageTitle(title),
    description,
    path: `/seo/${slug}`,
    isTranslated: false,
    image: shareImagePath('guides', slug),
    ...(kind === 'Article' && { kind: 'article', published, modified }),
    data: loaderData.data,
    matches,
  })
}

export default function GuidePage({
  loaderData: { guide, entry, question, questionEntry, isTranslated, counterpart, next },
}: Route.ComponentProps) {
  return (
    <SitePage counterpart={counterpart}>
      <article className="guide" data-family={entry ? familyMark(entry.family) : undefined}>
        <header className="flow">
          <Path guide={guide} />
          <h1>{wholeIds(guide.title)}</h1>
          <p className="lede">
            <RichText isEnglish={false} as="span" html={guide.lede} />
          </p>
          <p className="small">
            <time dateTime={guide.modified}>{words.updated(guide.modified, guide.minutes)}</time>
          </p>
        </header>
        <Contents guide={guide} hasQuestion={question !== null && questionEntry !== null} />
        <div className="reading">
          {entry?.status === 'retired' && <RetiredNotice entry={entry} />}
          {guide.sections.map(({ id, heading, blocks }) => (
            <section key={id} className="reading" aria-labelledby={id}>
              <h2 id={id}>{wholeIds(heading)}</h2>
              {blocks.map((block, i) => (
                <GuideFigure key={i} figure={block} />
              ))}
            </section>
          ))}
          {question && questionEntry && <GuideQuestion question={question} entry={questionEntry} />}
          <section className="reading" aria-labelledby="faq">
            <h2 id="faq">{guide.faqHeading}</h2>
            {guide.faq.map(({ question, html }, i) => (
              <details key={question} open={i === 0}>
                <summary>
                  <h3>{wholeIds(question)}</h3>
                </summary>
                <RichText isEnglish={false} className="reading" html={html} />
              </details>
            ))}
          </section>
          <Call sentence={guide.call} entry={entry} isTranslated={isTranslated} />
          <ReadNext next={next} />
        </div>
      </article>
    </SitePage>
  )
}

/** The breadcrumb: the site, the guides, this guide. */
function trailOf({ isHub, slug, title }: FilledGuide): BreadcrumbStep[] {
  const top = [
    { name: 'Praxam', path: '/' },
    { name: words.hubName, path: words.hub },
  ]
  return isHub ? top : [...top, { name: title, path: `/seo/${slug}` }]
}

function Path({ guide }: { guide: FilledGuide }) {
  const trail = trailOf(guide)
  return (
    <nav className="path small" aria-label={words.path}>
      <ol role="list">
        {trail.map(({ name, path }, i) => (
          <li key={path}>{i < trail.length - 1 ? <a href={addressIn('fr', path)}>{name}</a> : <span aria-current="page">{name}</span>}</li>
        ))}
      </ol>
    </nav>
  )
}

/** Plain text in which exam ids do not break at the hyphen. */
function wholeIds(text: string): React.ReactNode {
  return text.split(/\b([A-Z]{2}-\d{3})\b/).map((part, i) =>
    i % 2 === 1 ? (
      <span key={i} className="id">
        {part}
      </span>
    ) : (
      part
    ),
  )
}

function Contents({ guide, hasQuestion }: { guide: FilledGuide; hasQuestion: boolean }) {
  const question = hasQuestion ? [{ id: 'essayer', heading: words.tryOne }] : []
  return (
    <nav className="contents" aria-labelledby="sommaire">
      <h2 id="sommaire">{words.contents}</h2>
      <ol role="list">
        {[...guide.sections, ...question, { id: 'faq', heading: guide.faqHeading }].map(({ id, heading }) => (
          <li key={id}>
            <a href={`#${id}`}>{wholeIds(heading)}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function RetiredNotice({ entry }: { entry: CatalogEntry }) {
  return (
    <aside className="notice retired" aria-label={words.retiredTitle}>
      <p>
        <b>{words.retiredTitle}.</b> {words.retired(entry)}
      </p>
      {entry.successorId && (
        <a className="button" href={addressIn('fr', `/certifications/${entry.successorId}`)}>
          {entry.successorId.toUpperCase()}
        </a>
      )}
    </aside>
  )
}

function Call({ sentence, entry, isTranslated }: { sentence: string; entry: CatalogEntry | null; isTranslated: boolean }) {
  const canPractice = entry !== null && entry.bankSize > 0
  const label = canPractice ? words.practice(entry.id.toUpperCase(), isTranslated) : words.choose
  return (
    <aside className="call" aria-label={label}>
      <p>{sentence}</p>
      <a
        className="button"
        data-kind="primary"
        data-size="large"
        href={addressIn('fr', canPractice ? `/exam/${entry.id}` : '/certifications')}
      >
        {label}
      </a>
    </aside>
  )
}

function ReadNext({ next }: { next: { to: string; label: string }[] }) {
  return (
    <nav aria-labelledby="suite">
      <h2 id="suite">{words.readNext}</h2>
      <ul className="next">
        {next.map(({ to, label }) => (
          <li key={to}>
            <a href={addressIn('fr', to)}>{label}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}
