/** A box with an error or success message, above a form or a list. */
import { Icon } from '#web/ui/icon.tsx'

export function Notice({ verdict, children }: { verdict: 'right' | 'wrong'; children: React.ReactNode }) {
  return (
    <div className="notice" data-verdict={verdict} role={verdict === 'wrong' ? 'alert' : 'status'}>
      <Icon name={verdict === 'wrong' ? 'alert' : 'check'} />
      <p>{children}</p>
    </div>
  )
}
