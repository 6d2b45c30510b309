/** Shows whether a step or a pair is correct, as text with an icon. */
import { Icon } from '#web/ui/icon.tsx'

export function Verdict({ isRight, children }: { isRight: boolean; children: React.ReactNode }) {
  return (
    <span className="indicator" data-verdict={isRight ? 'right' : 'wrong'}>
      <Icon name={isRight ? 'check' : 'cross'} /> <span>{children}</span>
    </span>
  )
}
