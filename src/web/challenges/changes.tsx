/**
 * `/certifications/:certificationId/changes?kind=wording&before=`: the public change log of an exam, twenty entries per page. The log contains no
 * names.
 */
import { Link } from 'react-router'
import { loggedKinds, type LoggedKind } from '#exam/reports/challenge.ts'
import { originContext, servicesContext } from '#web/context.ts'
import { getCertification } from '#web/http/get-certification.ts'
import { ErrorPage } from '#web/layout/error-page.tsx'
import { SitePage } from '#web/layout/site-page.tsx'
import { pageMeta } from '#web/seo/page-meta.ts'
import { catalogue } from '#text/catalogue.ts'
import { challenges } from '#text/challenges.ts'
import { TextChanges } from '#web/ui/figures/text-changes.tsx'
import { NextPageLinks } from '#web/ui/figures/pagination.tsx'
import { langOfContent } from '#web/ui/english.tsx'
import { AreaName } from '#web/ui/areas/area-name.tsx'
import type { Route } from './+types/changes.ts'
import { countChanges, listChanges, type CorrectedField, type LoggedChange } from '#server/challenges/index.ts'
import '#web/styles/messages.css'

const words = challenges.changes
const pageSize = 20

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const { id } = await getCertification(db, params.certificationId, (id) => `/certifications/${id}/changes`)
  const before = url.searchParams.get('before') ?? undefined
  const kind = loggedKinds.find((one) => one === url.searchParams.get('kind'))
  const counts = await countChanges(db, id)
  const listed = await listChanges(db, id, { before, size: pageSize, kind })
  return { id, before, kind, counts, origin: context.get(originContext), ...listed }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { id, before, kind } = loaderData
  const exam = id.toUpperCase()
  return pageMeta({
    title: words.pageTitle(exam),
    description: words.description(exam),
    path: `/certifications/${id}/changes`,
    isListed: before === undefined && kind === undefined,
    matches,
    feed: { title: words.feedTitle(exam), path: `/certifications/${id}/changes.atom` },
  })
}

export default function Changes({ loaderData: { id, before, kind, counts, changes, next } }: Route.ComponentProps) {
  const exam = id.toUpperCase()
  const path = `/certifications/${id}/changes`
  return (
    <SitePage>
      <div className="flow">
        <h1>{words.title(exam)}</h1>
        <p className="lede">{counts.length > 0 ? words.lede : words.none(exam)}</p>
        <p className="measure soft">{words.howToReport}</p>
        {counts.length > 1 && <Kinds id={id} kind={kind} counts={counts} />}
        <ol className="messages" role="list">
          {changes.map((change) => (
            <Entry key={change.id} change={change} />
          ))}
        </ol>
        <NextPageLinks
          label={words.page}
          first={before !== undefined && { to: printChangesAddress(id, { kind }), text: words.latest }}
          next={next ? { to: printChangesAddress(id, { kind, before: next }), text: words.older } : undefined}
        />
        <p className="row links-alone">
          <Link to={`/certifications/${id}`}>{words.certification(exam)}</Link>
          <a href={`${path}.atom`}>{words.feed}</a>
        </p>
      </div>
    </SitePage>
  )
}

/** Links to the kinds of entries that this exam has. */
function Kinds({ id, kind, counts }: Pick<Route.ComponentProps['loaderData'], 'id' | 'kind' | 'counts'>) {
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  const tabs = [{ kind: undefined, count: all }, ...counts]
  return (
    <nav className="tabs" aria-label={words.kinds}>
      {tabs.map(({ kind: one, count }) => (
        <Link
          key={one ?? ''}
          to={printChangesAddress(id, { kind: one })}
          preventScrollReset
          aria-current={one === kind ? 'page' : undefined}
        >
          {words.kind(one, count)}
        </Link>
      ))}
    </nav>
  )
}

function printChangesAddress(id: string, { kind, before }: { kind?: LoggedKind | undefined; before?: string }): string {
  const query = new URLSearchParams([...(kind ? [['kind', kind]] : []), ...(before === undefined ? [] : [['before', before]])])
  return `/certifications/${id}/changes${query.size > 0 ? `?${query}` : ''}`
}

function Entry({ change: { id, at, kind, publicReason, question, skillArea, fields } }: { change: LoggedChange }) {
  const [key, texts] = [fields.filter(({ field }) => field === 'answerKey'), fields.filter(({ field }) => field !== 'answerKey')]
  return (
    <li className="flow" id={id}>
      <h2>{words.entries[kind]}</h2>
      <p className="row soft">
        <time dateTime={at}>{words.day(at)}</time>
        {skillArea && (
          <span>
            <AreaName name={skillArea} />
          </span>
        )}
      </p>
      {question && <p className="measure soft">{question}</p>}
      <p className="written" lang={langOfContent()}>
        {publicReason}
      </p>
      <Fields fields={key} />
      {texts.length > 0 && (
        <details>
          <summary>{words.whatChanged}</summary>
          <Fields fields={texts} />
        </details>
      )}
    </li>
  )
}

function Fields({ fields }: { fields: readonly CorrectedField[] }) {
  return fields.map(({ field, changes }) => (
    <section key={field} className="measure">
      <h3>{words.fields[field]}</h3>
      <TextChanges label={words.fields[field]} changes={changes} />
    </section>
  ))
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} title={catalogue.errorTitle}>{`${catalogue.failed}. ${catalogue.failedAdvice}`}</ErrorPage>
}
