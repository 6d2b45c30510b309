/** `/profile/settings`: mail and its schedule, practice, and the theme. With scripts, each change is saved immediately. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Form, data, redirect } from 'react-router'
import {
  dailyQuestionsMax,
  dailyQuestionsMin,
  formatSettingsFields,
  parseDailyQuestions,
  type DailyGoal,
  type SettingsFields,
  type SettingsProblems,
} from '#exam/planning/settings.ts'
import { languages } from '#exam/languages.ts'
import { extraTimes } from '#exam/planning/simulation.ts'
import { servicesContext } from '#web/context.ts'
import { useBrowserTimeZone } from '#web/settings/browser-time-zone.ts'
import { GoalRow } from '#web/settings/goal-choice.tsx'
import { SaveStatus } from '#web/settings/save-status.tsx'
import { applySettingsChange, readSettingsForm } from '#web/settings/settings-form.ts'
import { useSaveSettings } from '#web/settings/use-save-settings.ts'
import { ProfileTabPage } from '#web/layout/profile/profile-tabs.tsx'
import { Switch } from '#web/ui/forms/switch.tsx'
import { ThemeChoice } from '#web/settings/theme-choice.tsx'
import { account, optionalProblemText, sentenceOf } from '#text/accounts.ts'
import { profile } from '#text/profile.ts'
import { settings as words } from '#text/settings.ts'
import { languageNames } from '#web/text/language-names.ts'
import { Field, FieldGroup } from '#web/ui/forms/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import type { Route } from './+types/settings.ts'
import { changeSettings, listTimeZones, readSettings } from '#server/settings/index.ts'
import { getViewer } from '#web/accounts/index.server.ts'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { id, email, isConfirmed } = await getViewer(context, request)
  const { db, accounts } = context.get(servicesContext)
  return {
    id,
    email,
    fields: formatSettingsFields(await readSettings(db, id)),
    timeZones: listTimeZones(),
    isConfirmed,
    canSendMail: accounts.policy.canSendMail,
    done: url.searchParams.get('done'),
  }
}

type Refused = { fields: SettingsFields; problems: SettingsProblems; problem?: string }

/** Saves the whole form, from a browser without scripts. */
export async function action({ request, context }: Route.ActionArgs) {
  const { id } = await getViewer(context, request)
  const change = await readSettingsForm(request)
  if (!change) return data({ problem: 'FIELD_UNREADABLE' }, { status: 400 })
  const { db } = context.get(servicesContext)
  const parsed = await changeSettings(db, id, (before) => applySettingsChange(before, change), new Date())
  if (!parsed.ok) return data<Refused>({ fields: change.fields, problems: parsed.problems }, { status: 400 })
  return redirect('/profile/settings?done=settings-saved')
}

export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, email, timeZones, isConfirmed, canSendMail } = loaderData
  const refused = actionData && 'problems' in actionData ? actionData : undefined
  const fields = refused?.fields ?? loaderData.fields
  const form = useRef<HTMLFormElement>(null)
  const { status, problems: problemsNow, save } = useSavedForm(id, form, loaderData.fields)
  const problems = status === 'idle' ? (refused?.problems ?? {}) : problemsNow
  return (
    <ProfileTabPage
      email={email}
      tab="settings"
      problem={optionalProblemText(actionData?.problem)}
      done={actionData ? undefined : sentenceOf(words.done, loaderData.done)}
      notices={refused && <Notice verdict="wrong">{words.nothingSaved}</Notice>}
    >
      <Form className="settings" method="post" noValidate ref={form} onSubmit={(event) => event.preventDefault()}>
        <section className="flow" aria-labelledby="practice">
          <h2 id="practice">{words.practice}</h2>
          <Goal chosen={fields.dailyGoal} />
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
        <section className="flow" aria-labelledby="mail">
          <h2 id="mail">{words.mail}</h2>
          {!isConfirmed && <p className="small">{words.notConfirmed}</p>}
          {!canSendMail && <p className="small">{account.outbox}</p>}
          <Field label={words.language} problem={words.problem(problems.language)}>
            {(control) => (
              <select {...control} name="language" defaultValue={fields.language}>
                {languages.map((language) => (
                  <option key={language} value={language} lang={language}>
                    {languageNames[language]}
                  </option>
                ))}
              </select>
            )}
          </Field>
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
        <noscript>
          <SubmitButton label={profile.save} busy={profile.saving} kind="primary" size="large" />
        </noscript>
      </Form>
      <section className="flow apart" aria-labelledby="appearance">
        <h2 id="appearance">{words.appearance}</h2>
        <ThemeChoice />
      </section>
      <SaveStatus status={status} onRetry={() => save([])} />
    </ProfileTabPage>
  )
}

const names = [
  'emailNotifications',
  'studyReminders',
  'reminderDays',
  'reminderHour',
  'timeZone',
  'dailyQuestions',
  'extraTime',
  'dailyGoal',
  'language',
] as const

/** Saves each field of the form when its value is committed, and the changes that were made before the scripts had loaded. */
function useSavedForm(memberId: string, form: React.RefObject<HTMLFormElement | null>, stored: SettingsFields) {
  const read = () => new FormData(form.current ?? undefined)
  const saver = useSaveSettings(memberId, read)
  const saveField = useEffectEvent((name: string) => saver.save(names.filter((one) => one === name)))
  const saveEarlier = useEffectEvent(() => {
    const fields = read()
    const changed = names.filter((name) => {
      const before = [stored[name]].flat().filter(Boolean)
      const values = fields.getAll(name)
      return values.length !== before.length || values.some((value, i) => value !== before[i])
    })
    if (changed.length > 0) saver.save(changed)
  })
  useEffect(() => {
    const element = form.current
    // React's change event fires on every keystroke; this one fires when the value is committed.
    const onChange = ({ target }: Event) => {
      if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) saveField(target.name)
    }
    saveEarlier()
    element?.addEventListener('change', onChange)
    return () => element?.removeEventListener('change', onChange)
  }, [form])
  return saver
}

function Goal({ chosen }: { chosen: string }) {
  return (
    <FieldGroup label={words.goal} hint={words.goalHint}>
      <GoalRow goal={chosen === 'none' ? null : (Number(chosen) as DailyGoal)} />
    </FieldGroup>
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
    list.current?.dispatchEvent(new Event('change', { bubbles: true }))
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
