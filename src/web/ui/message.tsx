/** Nothing here, or something failed: what happened, and what to do next. */
export function Message({
  title,
  children,
  actions,
  isAlert = false,
}: {
  title: string
  children: React.ReactNode
  actions?: React.ReactNode
  isAlert?: boolean
}) {
  return (
    <section className="message" role={isAlert ? 'alert' : undefined}>
      <h1>{title}</h1>
      <p>{children}</p>
      {actions && <p className="row">{actions}</p>}
    </section>
  )
}
