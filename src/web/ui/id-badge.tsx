/** The short id of a certification as a badge, such as MB-800. */
export function IdBadge({ id }: { id: string }) {
  return (
    <span className="badge" data-kind="id">
      {id.toUpperCase()}
    </span>
  )
}
