/** Layout of the sign-in and sign-up pages: the form on the left, the advantages of an account on the right. */
import { FormPage } from '#web/ui/forms/form-page.tsx'
import { account, problemText } from '#text/accounts.ts'
import { site } from '#text/site.ts'

type AccountPageProps = {
  title: string
  lede?: string | undefined
  /** Code of a problem that concerns the whole form. */
  problem?: string | undefined
  /** Code whose text is shown for a problem without its own text. */
  otherwise?: Parameters<typeof problemText>[1]
  /** Identifies an unexpected error in the log. */
  reference?: string | undefined
  done?: string | undefined
  children: React.ReactNode
}

export function AccountPage({ title, lede, problem, otherwise, reference, done, children }: AccountPageProps) {
  const reason = problem && `${problemText(problem, otherwise)} ${reference ? site.includeReference(reference) : ''}`
  return (
    <FormPage title={title} problem={reason} done={done} aside={<Advantages />}>
      {lede && <p className="soft">{lede}</p>}
      {children}
    </FormPage>
  )
}

function Advantages() {
  return (
    <aside className="flow" aria-label={account.about}>
      <h2>{account.adds}</h2>
      <ul className="soft">
        {account.advantages.map((advantage) => (
          <li key={advantage}>{advantage}</li>
        ))}
      </ul>
      <p className="soft">{account.withoutOne}</p>
    </aside>
  )
}
