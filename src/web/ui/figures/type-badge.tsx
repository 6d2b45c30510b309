/** The level of a certification. An unverified level is left out, because a badge has no room for "about". */
import { isApproximate, type Certification } from '#exam/certification.ts'
import { langOfContent } from '#web/ui/english.tsx'

export function TypeBadge({ certification }: { certification: Pick<Certification, 'type' | 'sources'> }) {
  return isApproximate(certification, 'type') ? null : (
    <span className="badge" lang={langOfContent()}>
      {certification.type}
    </span>
  )
}
