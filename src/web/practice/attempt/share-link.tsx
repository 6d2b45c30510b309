/** Links a finished attempt to the page where the member shares its result. */
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
