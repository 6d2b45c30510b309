/** The numbered sources that a reply cites. */
import type { TutorSource } from '#exam/tutor/tutor-contract.ts'
import { day } from '#text/figures/dates.ts'
import { help } from '#text/help.ts'

export function SourceList({ sources }: { sources: readonly TutorSource[] }) {
  return (
    <ol className="help-sources" aria-label={help.sources}>
      {sources.map(({ number, title, address, checkedOn }) => (
        <li key={number} value={number}>
          {address ? (
            <a href={address} rel="external noopener" target="_blank">
              {title}
            </a>
          ) : (
            title
          )}
          {checkedOn && `, ${help.checkedOn(day(checkedOn))}`}
        </li>
      ))}
    </ol>
  )
}
