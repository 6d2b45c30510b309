/** One page of people, each with what an administrator looks for. */
import { Link } from 'react-router'
import { admin } from '#web/text/en/admin.ts'
import { dayOf } from '#web/admin/timestamp.tsx'
import type { Person } from '#server/accounts/index.ts'

export function PeopleTable({ people }: { people: Person[] }) {
  const { address, signs, since, lastSeen } = admin.columns
  return (
    <table className="table" data-stack>
      <thead>
        <tr>
          <th scope="col">{address}</th>
          <th scope="col">{signs}</th>
          <th scope="col">{since}</th>
          <th scope="col">{lastSeen}</th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.id}>
            <td>
              <Link to={`/admin/people/${person.id}`}>{person.email}</Link>
            </td>
            <td>
              <PersonSigns person={person} />
            </td>
            <td data-label={since}>{dayOf(person.createdAt)}</td>
            <td data-label={lastSeen}>{dayOf(person.lastSeenAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function PersonSigns({ person }: { person: Person }) {
  const { isAdministrator, isUnconfirmed, isDisabled, hasSecondFactor } = admin.signs
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
