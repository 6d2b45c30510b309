/** One page of the list of users. */
import { Link } from 'react-router'
import { admin } from '#web/text/en/admin/admin.ts'
import { dayOf } from '#web/admin/timestamp.tsx'
import { Table } from '#web/ui/figures/table.tsx'
import type { Person } from '#server/accounts/index.ts'

export function PeopleTable({ people }: { people: Person[] }) {
  const { address, signs, since, lastSeen } = admin.columns
  return (
    <Table
      rows={people}
      rowKey={({ id }) => id}
      columns={[
        { title: address, renderCell: (person) => <Link to={`/admin/people/${person.id}`}>{person.email}</Link> },
        { title: signs, renderCell: (person) => <PersonSigns person={person} /> },
        { title: since, renderCell: ({ createdAt }) => dayOf(createdAt), isLabeled: true },
        { title: lastSeen, renderCell: ({ lastSeenAt }) => dayOf(lastSeenAt), isLabeled: true },
      ]}
    />
  )
}

export function PersonSigns({ person }: { person: Person }) {
  const { isAdministrator, isUnconfirmed, isDisabled, hasSecondFactor } = admin.statusLabels
  const shown = [
    person.isAdministrator && isAdministrator,
    !person.isConfirmed && isUnconfirmed,
    person.isDisabled && isDisabled,
    person.hasSecondFactor && hasSecondFactor,
  ].filter((sign) => sign !== false)
  return (
    <span className="signs">
      {shown.map((sign) => (
        <span key={sign} className="badge">
          {sign}
        </span>
      ))}
    </span>
  )
}
