/** The exam date on a certification page. The page is the same for everyone, so the date of a member is loaded in the browser. */
import { Suspense, lazy } from 'react'
import { Link } from 'react-router'
import { useAuth } from '#web/accounts/index.ts'
import type { MemberExamDayProps } from '#web/exam-dates/member-exam-day.tsx'
import { certificationPage as words } from '#text/certification-page.ts'
import '#web/styles/exam-dates.css'

/** If the script does not load, the link remains. */
const MemberExamDay = lazy<React.ComponentType<MemberExamDayProps>>(() =>
  import('#web/exam-dates/member-exam-day.tsx').catch(() => ({ default: ({ fallback }) => fallback })),
)

export function ExamDay({ certificationId }: { certificationId: string }) {
  const { state } = useAuth()
  const link = (
    <p className="exam-day">
      <Link className="link-alone" to={`/profile/exam-dates?exam=${certificationId}`}>
        {words.takingIt}
      </Link>
    </p>
  )
  if (state.status !== 'signed-in') return link
  return (
    <Suspense fallback={link}>
      <MemberExamDay memberId={state.member.id} certificationId={certificationId} fallback={link} />
    </Suspense>
  )
}
