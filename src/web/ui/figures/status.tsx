/** Shows whether an exam can still be taken. */
import { isApproximate, type Certification } from '#exam/certification.ts'
import { catalogue } from '#text/catalogue.ts'

type StatusOf = Pick<Certification, 'status' | 'retiredOn' | 'outlineOf' | 'sources'>

export function Status({ certification, length }: { certification: StatusOf; length: 'short' | 'full' }) {
  const { status, retiredOn, outlineOf } = certification
  const text = () => {
    if (status === 'active')
      return length === 'full' && outlineOf && !isApproximate(certification, 'outlineOf')
        ? catalogue.activeSince(outlineOf)
        : catalogue.active
    if (retiredOn === null) return catalogue.retired
    const isAbout = isApproximate(certification, 'retiredOn')
    if (length === 'short' && isAbout) return catalogue.retired
    return length === 'short' ? catalogue.retiredShort(retiredOn) : catalogue.retiredOn(retiredOn, isAbout)
  }
  return (
    <span className="status" data-status={status}>
      {text()}
    </span>
  )
}
