/** `/profile/exam-dates?exam=&renewal=`: sets, changes, and removes exam dates and renewal dates. Both parameters preselect a certification. */
import { Form, data, redirect } from 'react-router'
import { servicesContext } from '#web/context.ts'
import { ListRow } from '#web/ui/figures/list-row.tsx'
import { ProfileTabPage } from '#web/layout/profile/profile-tabs.tsx'
import { optionalProblemText, sentenceOf } from '#text/accounts.ts'
import { profile } from '#text/profile.ts'
import { examDates as words } from '#text/exam-dates.ts'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { useFocusOnProblem } from '#web/ui/forms/use-focus-on-problem.ts'
import type { Route } from './+types/exam-dates.ts'
import { listCertifications } from '#server/catalogue/index.ts'
import { DateFields } from '#web/exam-dates/date-fields.tsx'
import { RenewalDates, type RefusedRenewal } from '#web/exam-dates/renewal-dates.tsx'
import { isRenewable } from '#exam/certification.ts'
import {
  findLocalToday,
  listExamDates,
  listRenewalDates,
  removeExamDate,
  removeRenewalDate,
  saveExamDate,
  saveRenewalDate,
  type ExamDateProblems,
} from '#server/exam-dates/index.ts'
import { getViewer } from '#web/accounts/index.server.ts'
import { readFields } from '#web/accounts/index.ts'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { id, email } = await getViewer(context, request)
  const { db } = context.get(servicesContext)
  const now = new Date()
  const active = (await listCertifications(db)).filter(({ status }) => status === 'active')
  return {
    email,
    dates: await listExamDates(db, id, now),
    renewals: await listRenewalDates(db, id, now),
    renewable: active.filter(isRenewable).map((one) => ({ id: one.id, name: one.name })),
    exams: active.map((exam) => ({ id: exam.id, name: exam.name })),
    today: await findLocalToday(db, id, now),
    exam: url.searchParams.get('exam') ?? '',
    renewal: url.searchParams.get('renewal') ?? '',
    done: url.searchParams.get('done'),
  }
}

type Refused = {
  values?: { certification: string; day: string }
  problems?: ExamDateProblems
  problem?: string
  renewal?: RefusedRenewal
}

/**
 * `remove` and `removeRenewal` are ids of certifications whose date is removed; `form` is `renewal` for a
 * renewal date. Otherwise the action sets an exam date.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { id } = await getViewer(context, request)
  const { db } = context.get(servicesContext)
  const { values, problem } = await readFields(request, [
    'certification',
    'day',
    'remove',
    'form',
    'renewal',
    'endsOn',
    'reminds',
    'removeRenewal',
  ])
  if (problem) return data<Refused>({ problem }, { status: 400 })
  if (values.remove !== '') {
    await removeExamDate(db, id, values.remove, new Date())
    return redirect('/profile/exam-dates?done=exam-date-removed')
  }
  if (values.removeRenewal !== '') {
    await removeRenewalDate(db, id, values.removeRenewal)
    return redirect('/profile/exam-dates?done=renewal-date-removed')
  }
  if (values.form === 'renewal') {
    const renewal = { certification: values.renewal, day: values.endsOn, reminds: values.reminds === 'yes' }
    const refusals = await saveRenewalDate(db, id, renewal, new Date())
    if (refusals) return data<Refused>({ renewal: { values: renewal, problems: refusals } }, { status: 400 })
    return redirect('/profile/exam-dates?done=renewal-date-saved')
  }
  const problems = await saveExamDate(db, id, values, new Date())
  if (problems) return data<Refused>({ values: { certification: values.certification, day: values.day }, problems }, { status: 400 })
  return redirect('/profile/exam-dates?done=exam-date-saved')
}

export default function ExamDates({ loaderData, actionData }: Route.ComponentProps) {
  const { email, dates, exams, renewals, renewable, today, exam, renewal, done } = loaderData
  const form = useFocusOnProblem(actionData?.renewal ? undefined : actionData)
  return (
    <ProfileTabPage
      email={email}
      tab="examDates"
      problem={optionalProblemText(actionData?.problem)}
      done={actionData ? undefined : sentenceOf(words.done, done)}
    >
      <div className="measure flow">
        <h2>{words.title}</h2>
        <p className="soft">{words.examDateWhy}</p>
        {dates.length > 0 && (
          <Form method="post" action="/profile/exam-dates">
            <ul className="entries" role="list">
              {dates.map(({ certificationId, name, day, daysLeft, outcome }) => (
                <ListRow
                  key={certificationId}
                  name={`${certificationId.toUpperCase()} ${name}`}
                  facts={[words.examIs(day), words.daysLeft(daysLeft), ...(outcome ? [words.outcomeFacts[outcome]] : [])]}
                >
                  <SubmitButton
                    label={words.remove}
                    subject={certificationId.toUpperCase()}
                    busy={words.removing}
                    name="remove"
                    value={certificationId}
                  />
                </ListRow>
              ))}
            </ul>
          </Form>
        )}
        <h3>{words.addExamDate}</h3>
        {/* The key resets the form after a date is saved. */}
        <Form className="flow" method="post" action="/profile/exam-dates" noValidate ref={form} key={JSON.stringify(dates)}>
          <DateFields
            names={{ certification: 'certification', day: 'day' }}
            words={{ certification: words.exam, choose: words.chooseExam, day: words.examDate }}
            certifications={exams}
            chosen={actionData?.values?.certification ?? exam}
            day={actionData?.values?.day}
            today={today}
            problems={{
              certification: words.problem(actionData?.problems?.certification),
              day: words.problem(actionData?.problems?.day),
              past: words.problem('DATE_PAST'),
            }}
          />
          <SubmitButton label={words.saveDate} busy={profile.saving} kind="primary" size="large" />
        </Form>
        <RenewalDates dates={renewals} certifications={renewable} today={today} selected={renewal} refused={actionData?.renewal} />
      </div>
    </ProfileTabPage>
  )
}
