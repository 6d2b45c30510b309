/** Facts with their names. A fact without a value is left out. */
export type Fact = readonly [name: string, value: React.ReactNode]

export function FactList({ facts, label }: { facts: readonly Fact[]; label?: string }) {
  return (
    <dl className="facts" data-size="large" aria-label={label}>
      {facts.map(
        ([name, value]) =>
          value !== undefined && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
