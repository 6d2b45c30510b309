/** Reads the settings form: the fields named by `changed`, or all fields if there is no `changed`. */
import {
  formatSettingsFields,
  parseSettingsFields,
  type ParsedSettings,
  type Settings,
  type SettingsFields,
} from '#exam/planning/settings.ts'

const singleNames = [
  'emailNotifications',
  'studyReminders',
  'reminderHour',
  'timeZone',
  'dailyQuestions',
  'extraTime',
  'dailyGoal',
  'language',
] as const
const names: readonly (keyof SettingsFields)[] = [...singleNames, 'reminderDays']
const laterNames: readonly (keyof SettingsFields)[] = ['dailyGoal', 'language']
const lengthMax = 100

/** `changed`: names of the fields to change; other fields keep their stored values. */
export type SettingsChange = { fields: SettingsFields; changed: readonly (keyof SettingsFields)[] }

/** `undefined` for a body that the form cannot send. */
export async function readSettingsForm(request: Request): Promise<SettingsChange | undefined> {
  const form = await request.formData().catch(() => undefined)
  if (!form) return undefined
  const single = singleNames.map((name) => [name, form.getAll(name)] as const)
  const [reminderDays, changed] = [form.getAll('reminderDays'), form.getAll('changed')]
  const isText = (value: FormDataEntryValue): value is string => typeof value === 'string' && value.length <= lengthMax
  const isComplete = reminderDays.length <= 7 && single.every(([, values]) => values.length <= 1)
  if (!isComplete || ![...reminderDays, ...changed, ...single.flatMap(([, values]) => values)].every(isText)) return undefined
  const values = Object.fromEntries(single.map(([name, [value = '']]) => [name, value])) as Omit<SettingsFields, 'reminderDays'>
  const fields = { ...values, reminderDays: reminderDays.filter(isText) }
  if (changed.length > 0) return { fields, changed: names.filter((name) => changed.includes(name)) }
  // A switch that is off is not sent, so a missing field is empty. Pages of an earlier release do not have the goal and the language.
  return { fields, changed: names.filter((name) => !laterNames.includes(name) || form.has(name)) }
}

/** The stored settings with this change. The time zone counts as chosen once it has been changed. */
export function applySettingsChange(before: Settings, { fields, changed }: SettingsChange): ParsedSettings {
  const own = Object.fromEntries(changed.map((name) => [name, fields[name]])) as Partial<SettingsFields>
  const parsed = parseSettingsFields({ ...formatSettingsFields(before), ...own })
  if (!parsed.ok) return parsed
  return { ok: true, settings: { ...parsed.settings, isTimeZoneChosen: before.isTimeZoneChosen || changed.includes('timeZone') } }
}
