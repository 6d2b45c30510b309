/** Leads from a finished attempt that the server keeps to where its member can share it. */
import { Link } from 'react-router'
import { useTexts } from '#web/text/texts.ts'

export function ShareLink({ attemptId }: { attemptId: string }) {
  const { exam } = useTexts()
  return (
    <Link className="button" data-kind="quiet" to={`/profile/shared/${attemptId}`}>
      {exam.share}
    </Link>
  )
}
