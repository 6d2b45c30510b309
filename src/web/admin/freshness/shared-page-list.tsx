/** A button for each changed page: confirms all listed questions that cite the page, or undoes the confirmations. */
import type { Confirmation } from '#web/admin/freshness/use-confirmations.ts'
import type { SharedPage } from '#web/admin/freshness/shared-pages.ts'
import { freshnessAdmin as words } from '#web/text/en/admin/freshness.ts'
import { BusyButton } from '#web/ui/forms/busy-button.tsx'

type Props = {
  pages: readonly SharedPage[]
  read: (questionId: string) => Confirmation
  onSend: (questionIds: readonly string[], action: 'confirm' | 'undo') => void
}

export function SharedPageList({ pages, read, onSend }: Props) {
  if (pages.length === 0) return null
  return (
    <section className="flow freshness-pages" aria-labelledby="shared-pages">
      <h2 id="shared-pages">{words.sharedPages}</h2>
      <p className="small">{words.sharedPagesLede}</p>
      <ul role="list">
        {pages.map(({ path, title = path, address, questionIds }) => {
          const statuses = questionIds.map((id) => read(id).status)
          const open = questionIds.filter((id) => read(id).status === 'open')
          return (
            <li key={path} className="row">
              {address ? (
                <a href={address} rel="external noopener" target="_blank">
                  {title}
                </a>
              ) : (
                <span>{title}</span>
              )}
              <span className="soft">{words.questions(questionIds.length)}</span>
              <BusyButton
                label={open.length > 0 ? words.confirmAll : words.undo}
                about={words.about(title)}
                busy={words.busy}
                isBusy={statuses.includes('busy')}
                onPress={() => (open.length > 0 ? onSend(open, 'confirm') : onSend(questionIds, 'undo'))}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
