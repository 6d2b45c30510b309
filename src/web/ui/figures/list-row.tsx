/** A row of a list on the profile: name, facts, and actions. */
type Props = { name: string; facts: readonly string[]; children?: React.ReactNode }

export function ListRow({ name, facts, children }: Props) {
  return (
    <li>
      <div>
        <p>{name}</p>
        {facts.length > 0 && (
          <p className="facts">
            {facts.map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </p>
        )}
      </div>
      {children}
    </li>
  )
}
