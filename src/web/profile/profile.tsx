/** `/profile`: what a member has learned. The other tabs have their own addresses. Source: spec §2. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { servicesContext } from '#web/context.ts'
import { ProfileTabPage } from '#web/layout/profile/profile-tabs.tsx'
import { problemText, sentenceOf } from '#text/accounts.ts'
import { profile } from '#text/profile.ts'
import { settings as words } from '#text/settings.ts'
import type { Route } from './+types/profile.ts'
import { listExamDates } from '#server/exam-dates/index.ts'
import { readProgressOverview } from '#server/progress/index.ts'
import { countReviews } from '#server/review/index.ts'
import { readSettings } from '#server/settings/index.ts'
import { getViewer, handleProfileAction } from '#web/accounts/index.server.ts'
import { ConfirmNotice } from '#web/accounts/index.ts'
import { NextExam } from '#web/exam-dates/index.ts'
import { Adoption } from '#web/practice/index.ts'
import { ProgressOverview } from '#web/progress/index.ts'
import { CorrectionNotices } from '#web/rescoring/index.ts'
import { DailyReview } from '#web/review/index.ts'
import { GoalChoice, useBrowserTimeZoneSaved } from '#web/settings/index.ts'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { id, email, isConfirmed } = await getViewer(context, request)
  const { db, accounts } = context.get(servicesContext)
  const now = new Date()
  const { timeZone, isTimeZoneChosen, dailyGoal } = await readSettings(db, id)
  return {
    viewer: { id, email, isConfirmed },
    settings: { timeZone, isTimeZoneChosen, dailyGoal },
    reviews: await countReviews(db, id, now),
    progress: await readProgressOverview(db, id, now),
    examDates: await listExamDates(db, id, now),
    canSendMail: accounts.policy.canSendMail,
    done: url.searchParams.get('done'),
    problem: url.searchParams.get('error'),
  }
}

/** Pages of the previous release submit the forms of the account tab to this address. */
export function action({ request, context }: Route.ActionArgs) {
  return handleProfileAction(request, context)
}

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { viewer, settings, canSendMail } = loaderData
  const { revalidate } = useRevalidator()
  const [goal, setGoal] = useState(settings.dailyGoal)
  useBrowserTimeZoneSaved(settings)
  const problem = actionData?.problem ?? loaderData.problem
  return (
    <ProfileTabPage
      email={viewer.email}
      tab="learning"
      problem={problem ? problemText(problem, 'PROVIDER_FAILED') : undefined}
      done={problem ? undefined : sentenceOf(profile.done, loaderData.done)}
      notices={
        <>
          {!viewer.isConfirmed && <ConfirmNotice canSendMail={canSendMail} />}
          <CorrectionNotices memberId={viewer.id} />
          <Adoption memberId={viewer.id} onAdded={revalidate} />
        </>
      }
    >
      <div className="beside apart">
        <div>
          <ProgressOverview overview={loaderData.progress} />
          <DailyReview reviews={loaderData.reviews} />
        </div>
        <aside className="next-list" aria-label={profile.aside}>
          <NextExam dates={loaderData.examDates} />
          <section className="next" aria-labelledby="goal">
            <h2 id="goal">{words.goal}</h2>
            <GoalChoice memberId={viewer.id} goal={goal} onChoose={setGoal} />
          </section>
        </aside>
      </div>
    </ProfileTabPage>
  )
}
