/**
 * The rules of the real exams, as in `content/exam-rules.json`: what is published, what is only reported, and the source of each rule. A
 * rule may have an entry for each level. Some rules can be switched on for a simulation.
 *
 * | field       | meaning                                                            | example                       |
 * |-------------|--------------------------------------------------------------------|-------------------------------|
 * | `rule`      | one of {@link examRuleNames}                                       | `break`                       |
 * | `levels`    | the levels of certifications that it applies to                    | `["Associate", "Expert"]`     |
 * | `minutes`   | for a rule about time                                              | 5                             |
 * | `text`      | the rule in a sentence or two, including what is not published     |                               |
 * | `source`    | title of the page, with its https `address`                        |                               |
 * | `checkedOn` | ISO date                                                           | `2026-11-23`                  |
 * | `certainty` | `official`: the page says so; `reported`: candidates say so        | `official`                    |
 */
import { certificationTypes, type CertificationType } from '#exam/certification.ts'

export const examRuleNames = [
  'duration',
  'seat_time',
  'question_count',
  'question_types',
  'labs',
  'language_time',
  'accommodation',
  'documentation',
  'sections',
  'series',
  'break',
  'hidden_clock',
  'unscored',
  'points',
  'no_penalty',
  'scale',
  'scale_meaning',
  'weakest_areas',
  'retake',
  'renewal',
] as const
export type ExamRuleName = (typeof examRuleNames)[number]

/** The rules that a candidate can switch on for a simulation. */
export const simulationRuleNames = [
  'sections',
  'series',
  'break',
  'documentation',
  'unscored',
  'language_time',
] as const satisfies readonly ExamRuleName[]
export type SimulationRule = (typeof simulationRuleNames)[number]

const certainties = ['official', 'reported'] as const

export type ExamRule = {
  readonly rule: ExamRuleName
  readonly levels: readonly CertificationType[]
  readonly minutes?: number
  readonly text: string
  readonly source: string
  readonly address: string
  readonly checkedOn: string
  readonly certainty: (typeof certainties)[number]
}

/** The rules for exams at a level, in the order of {@link examRuleNames}. */
export function listExamRules(rules: readonly ExamRule[], level: CertificationType): ExamRule[] {
  const own = rules.filter(({ levels }) => levels.includes(level))
  return own.toSorted((a, b) => examRuleNames.indexOf(a.rule) - examRuleNames.indexOf(b.rule))
}

/** The rules that simulations of exams at a level can follow. */
export function listSimulationRules(rules: readonly ExamRule[], level: CertificationType): SimulationRule[] {
  const own = new Set<string>(listExamRules(rules, level).map(({ rule }) => rule))
  return simulationRuleNames.filter((name) => own.has(name))
}

/** The minutes of a rule about time, for exams at a level; 0 if there is no such rule. */
export function minutesOfRule(rules: readonly ExamRule[], level: CertificationType, name: ExamRuleName): number {
  return listExamRules(rules, level).find(({ rule }) => rule === name)?.minutes ?? 0
}

/**
 * Seat time in minutes for an exam that lasts `durationMinutes`. If an exam lasts longer than others at its level, its seat time is longer
 * by the same number of minutes. `undefined` if a rule or the duration is unknown.
 */
export function seatMinutesOf(rules: readonly ExamRule[], level: CertificationType, durationMinutes: number | null): number | undefined {
  const usual = minutesOfRule(rules, level, 'duration')
  const atSeat = minutesOfRule(rules, level, 'seat_time')
  return usual > 0 && atSeat > 0 && durationMinutes !== null ? durationMinutes + atSeat - usual : undefined
}

export type ParsedExamRules = { ok: true; rules: ExamRule[] } | { ok: false; problems: string[] }

/** Parses the file. Each problem names the entry, counted from 1, and what is wrong with it. */
export function parseExamRules(value: unknown): ParsedExamRules {
  if (!Array.isArray(value)) return { ok: false, problems: ['The table of exam rules is not a list.'] }
  const problems = value.flatMap((entry: unknown, index) => listProblems(entry).map((problem) => `Rule ${index + 1} ${problem}`))
  const rules = value as ExamRule[]
  const places = problems.length > 0 ? [] : rules.flatMap(({ rule, levels }) => levels.map((level) => `“${rule}” for ${level}`))
  for (const place of new Set(places.filter((one, index) => places.indexOf(one) !== index))) problems.push(`There are two rules ${place}.`)
  return problems.length > 0 ? { ok: false, problems } : { ok: true, rules }
}

const timedRules: readonly string[] = ['duration', 'seat_time', 'language_time', 'break'] satisfies readonly ExamRuleName[]

function listProblems(entry: unknown): string[] {
  if (typeof entry !== 'object' || entry === null) return ['is not an object.']
  const { rule, levels, minutes, text, source, address, checkedOn, certainty } = entry as Partial<Record<keyof ExamRule, unknown>>
  const isText = (one: unknown): one is string => typeof one === 'string' && one.trim() !== ''
  const isIn = (list: readonly string[], one: unknown) => isText(one) && list.includes(one)
  if (!isIn(examRuleNames, rule)) return [`is unknown: “${String(rule)}”. The known rules are ${examRuleNames.join(', ')}.`]
  const name = String(rule)
  const problems: string[] = []
  const check = (isRight: boolean, problem: string) => void (isRight || problems.push(`(“${name}”) ${problem}`))
  check(
    Array.isArray(levels) && levels.length > 0 && levels.every((one) => isIn(certificationTypes, one)),
    `needs levels: ${certificationTypes.join(', ')}.`,
  )
  check(isText(text), 'needs a text.')
  check(isText(source) && isText(address) && address.startsWith('https://'), 'needs a source with an https address.')
  check(isText(checkedOn) && /^\d{4}-\d\d-\d\d$/.test(checkedOn), 'needs checkedOn, an ISO date.')
  check(isIn(certainties, certainty), `needs certainty: ${certainties.join(' or ')}.`)
  check(
    minutes === undefined ? !timedRules.includes(name) : Number.isInteger(minutes) && Number(minutes) > 0,
    'needs minutes, a whole number above 0.',
  )
  return problems
}
