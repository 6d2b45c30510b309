/** `/profile/settings`: mail and its schedule, the daily review, extra time and the theme. */
import { useEffect, useRef, useState } from 'react'
import { Form, data, redirect } from 'react-router'
import {
  dailyQuestionsMax,
  dailyQuestionsMin,
  parseDailyQuestions,
  parseSettingsFields,
  type Settings,
  type SettingsFields,
  type SettingsProblems,
} from '#exam/settings.ts'
import { extraTimes } from '#exam/simulation.ts'
import { servicesContext } from '#web/context.ts'
import { useBrowserTimeZone } from '#web/settings/browser-time-zone.ts'
import { ProfilePage } from '#web/layout/profile-page.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { ThemeChoice } from '#web/settings/theme-choice.tsx'
import { account, optionalProblemText, sentenceOf } from '#web/text/en/accounts.ts'
import { profile } from '#web/text/en/profile.ts'
import { settings as words } from '#web/text/en/settings.ts'
import { Field, FieldGroup } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { useFocusOnProblem } from '#web/ui/use-focus-on-problem.ts'
import type { Route } from './+types/settings.ts'
import { listTimeZones, readSettings, saveSettings } from '#server/settings/index.ts'
import { getViewer } from '#web/accounts/index.server.ts'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { id, isConfirmed } = await getViewer(context, request)
  const { db, accounts } = context.get(servicesContext)
  const settings = await readSettings(db, id)
  return {
    fields: formatFields(settings),
    timeZones: listTimeZones(),
    isConfirmed,
    canSendMail: accounts.policy.canSendMail,
    done: url.searchParams.get('done'),
  }
}

type Refused = { fields: SettingsFields; problems: SettingsProblems; problem?: string }

export async function action({ request, context }: Route.ActionArgs) {
  const { id } = await getViewer(context, request)
  const fields = await readFields(request)
  if (!fields) return data({ problem: 'FIELD_UNREADABLE' }, { status: 400 })
  const read = parseSettingsFields(fields)
  if (!read.ok) return data<Refused>({ fields, problems: read.problems }, { status: 400 })
  await saveSettings(context.get(servicesContext).db, id, read.settings, new Date())
  return redirect('/profile/settings?done=settings-saved')
}

const names = ['emailNotifications', 'studyReminders', 'reminderHour', 'timeZone', 'dailyQuestions', 'extraTime'] as const
const lengthMax = 100

/** `undefined` for a body that the form cannot send. */
async function readFields(request: Request): Promise<SettingsFields | undefined> {
  const form = await request.formData().catch(() => undefined)
  const entries = names.map((name) => [name, form?.getAll(name) ?? []] as const)
  const reminderDays = form?.getAll('reminderDays') ?? []
  const isText = (value: FormDataEntryValue): value is string => typeof value === 'string' && value.length <= lengthMax
  const isComplete = form && reminderDays.length <= 7 && entries.every(([, values]) => values.length <= 1)
  if (!isComplete || ![...reminderDays, ...entries.flatMap(([, values]) => values)].every(isText)) return undefined
  const single = Object.fromEntries(entries.map(([name, [value = '']]) => [name, value])) as Omit<SettingsFields, 'reminderDays'>
  return { ...single, reminderDays: reminderDays.filter(isText) }
}

/** The settings as form fields. */
function formatFields(settings: Settings): SettingsFields {
  const { emailNotifications, studyReminders, reminderDays, reminderHour, timeZone, dailyQuestions, extraTime } = settings
  return {
    emailNotifications: emailNotifications ? 'on' : '',
    studyReminders: studyReminders ? 'on' : '',
    reminderDays: reminderDays.map(String),
    reminderHour: String(reminderHour),
    timeZone,
    dailyQuestions: String(dailyQuestions),
    extraTime: String(extraTime),
  }
}

export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { timeZones, isConfirmed, canSendMail } = loaderData
  const refused = actionData && 'problems' in actionData ? actionData : undefined
  const fields = refused?.fields ?? loaderData.fields
  const problems = refused?.problems ?? {}
  const form = useFocusOnProblem(refused)
  return (
    <ProfilePage
      title={words.title}
      problem={optionalProblemText(actionData?.problem)}
      done={actionData ? undefined : sentenceOf(words.done, loaderData.done)}
    >
      {refused && <Notice verdict="wrong">{words.nothingSaved}</Notice>}
      <Form className="flow settings" method="post" noValidate ref={form}>
        <section className="flow" aria-labelledby="mail">
          <h2 id="mail">{words.mail}</h2>
          {!isConfirmed && <p className="small">{words.notConfirmed}</p>}
          {!canSendMail && <p className="small">{account.outbox}</p>}
          <div>
            <Switch
              label={words.notifications}
              hint={words.notificationsHint}
              name="emailNotifications"
              isOn={fields.emailNotifications !== ''}
            />
            <Switch label={words.reminders} hint={words.remindersHint} name="studyReminders" isOn={fields.studyReminders !== ''} />
          </div>
        </section>
        <section className="flow" aria-labelledby="when">
          <h2 id="when">{words.when}</h2>
          <Days chosen={fields.reminderDays} problem={words.problem(problems.reminderDays)} />
          <Field label={words.hour} problem={words.problem(problems.reminderHour)}>
            {(control) => (
              <select {...control} name="reminderHour" defaultValue={fields.reminderHour}>
                {Array.from({ length: 24 }, (_, hour) => (
                  <option key={hour} value={hour}>
                    {words.hourOf(hour)}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <TimeZone names={timeZones} value={fields.timeZone} problem={words.problem(problems.timeZone)} />
        </section>
        <section className="flow" aria-labelledby="practice">
          <h2 id="practice">{words.practice}</h2>
          <Field
            name="dailyQuestions"
            label={words.dailyQuestions}
            hint={words.dailyHint(dailyQuestionsMin, dailyQuestionsMax)}
            inputMode="numeric"
            autoComplete="off"
            lengthMax={3}
            value={fields.dailyQuestions}
            problem={words.problem(problems.dailyQuestions)}
            check={(text) => words.problem(parseDailyQuestions(text) === undefined ? 'DAILY_OUTSIDE' : undefined)}
          />
          <ExtraTime chosen={fields.extraTime} problem={words.problem(problems.extraTime)} />
        </section>
        <SubmitButton label={profile.save} busy={profile.saving} kind="primary" size="large" />
      </Form>
      <section className="flow apart" aria-labelledby="appearance">
        <h2 id="appearance">{words.appearance}</h2>
        <ThemeChoice />
      </section>
    </ProfilePage>
  )
}

function Days({ chosen, problem }: { chosen: readonly string[]; problem: string | undefined }) {
  return (
    <FieldGroup label={words.days} problem={problem}>
      <div className="choice-row">
        {words.dayNames.map((name, index) => (
          <label key={name}>
            <input
              type="checkbox"
              name="reminderDays"
              value={index + 1}
              defaultChecked={chosen.includes(String(index + 1))}
              aria-label={name}
              aria-invalid={problem ? true : undefined}
            />
            <span aria-hidden="true">{words.shortDays[index]}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}

/** The list is uncontrolled, so that a choice made before the scripts load is not lost. */
function TimeZone({ names, value, problem }: { names: readonly string[]; value: string; problem: string | undefined }) {
  const list = useRef<HTMLSelectElement>(null)
  const [selected, setSelected] = useState(value)
  const browserZone = useBrowserTimeZone()
  const listed = [...new Set([...names, value, ...(browserZone ? [browserZone] : [])])].toSorted()
  useEffect(() => setSelected(list.current?.value ?? ''), [])
  const select = (zone: string) => {
    if (list.current) list.current.value = zone
    setSelected(zone)
  }
  return (
    <Field label={words.timeZone} hint={words.timeZoneHint} problem={problem}>
      {(control) => (
        <>
          <select {...control} name="timeZone" defaultValue={value} onChange={({ target }) => setSelected(target.value)} ref={list}>
            {listed.map((name) => (
              <option key={name} value={name}>
                {words.zone(name)}
              </option>
            ))}
          </select>
          {browserZone !== undefined && browserZone !== selected && (
            <p>
              <button className="button" type="button" onClick={() => select(browserZone)}>
                {words.chooseZone(browserZone)}
              </button>
            </p>
          )}
        </>
      )}
    </Field>
  )
}

function ExtraTime({ chosen, problem }: { chosen: string; problem: string | undefined }) {
  return (
    <FieldGroup label={words.extraTime} hint={words.extraTimeHint} problem={problem}>
      <div className="choice-row">
        {extraTimes.map((factor) => (
          <label key={factor}>
            <input type="radio" name="extraTime" value={factor} defaultChecked={chosen === String(factor)} />
            {words.factor(factor)}
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}
