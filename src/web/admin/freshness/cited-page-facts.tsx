/** A cited page: its address, the cited version, the newest version, and the difference. */
import { dayOf } from '#web/admin/timestamp.tsx'
import { freshnessAdmin as words } from '#web/text/en/admin/freshness.ts'
import { day } from '#web/text/en/figures/dates.ts'
import { TextChanges } from '#web/ui/figures/text-changes.tsx'
import type { ListedPage } from '#server/freshness/index.ts'

export function CitedPageFacts({ page: { part, place, sha256, title, pageDate, address, check } }: { page: ListedPage }) {
  return (
    <section className="freshness-page" aria-label={words.parts[part]}>
      <p>
        {words.parts[part]}: {address ? <OutsideLink to={address}>{title ?? place.path}</OutsideLink> : (title ?? place.path)}
        {pageDate && `, ${words.dated(day(pageDate))}`}
      </p>
      <p className="row small">
        <OutsideLink to={fileAddress(place.repository, place.commit, place.path, place.lines)}>
          {words.cited(place.lines, place.commit)}
        </OutsideLink>
        {check && check.path !== null && check.outcome !== 'unchanged' && (
          <OutsideLink to={fileAddress(place.repository, check.commit, check.path, check.lines)}>
            {words.newest(check.lines, check.commit)}
          </OutsideLink>
        )}
        <span>{check ? words.outcomes[check.outcome](dayOf(check.at)) : words.notCompared}</span>
        {sha256 !== undefined && (
          <span className="soft" title={sha256}>
            {words.hash(sha256)}
          </span>
        )}
      </p>
      {check?.changes && <TextChanges label={words.difference} changes={check.changes} />}
    </section>
  )
}

function OutsideLink({ to, children }: { to: string; children: React.ReactNode }) {
  return (
    <a href={to} rel="external noopener" target="_blank">
      {children}
    </a>
  )
}

/** The file on GitHub, with the first range of lines marked. */
function fileAddress(repository: string, commit: string, path: string, lines: string | null): string {
  const [from, to] = (lines?.split(',')[0] ?? '').split('-')
  const mark = from && to ? `?plain=1#L${from}-L${to}` : ''
  return `https://github.com/${repository}/blob/${commit}/${path.split('/').map(encodeURIComponent).join('/')}${mark}`
}
