/**
 * The learner record, `praxam-my-data.json`, version 2. `docs/learner-record.schema.json` is this schema as a JSON schema; a test compares
 * the two. `docs/my-data.md` explains the fields.
 */
import { z } from 'zod'
import { questionTypes } from '#exam/question.ts'
import { reportReasons } from '#exam/reports/question-report.ts'

export const recordFormat = 'praxam-my-data'
/** Version 1 had neither `questions`, nor the questions, moves, and terms of an attempt. */
export const recordVersion = 2

const instant = z.iso.datetime().describe('An instant in UTC')
const day = z.iso.date()
const questionId = z.uuid()
const certification = z.string().describe('The id of a certification, such as mb-800')
const answer = z.array(z.string()).describe('Letters, indexes, or pairs, see src/exam/question.ts')

const move = z
  .looseObject({ type: z.string(), at: z.int() })
  .describe('One recorded step, see src/exam/moves.ts. The time is in milliseconds since 1970')

const pinnedQuestion = z.object({
  id: questionId,
  version: z.int().nullable().describe('null if the question does not count, or was imported itself'),
  text: z.string().nullable().describe('The key of an entry of questions; null if the question can no longer be read, or not yet'),
})

const attempt = z.object({
  id: z.uuid(),
  certification,
  set: z.string().describe('all, area-2, mixed, mistakes, chosen, review, or simulation'),
  startedAt: instant,
  changedAt: instant,
  finishedAt: instant.nullable(),
  importedAt: instant.nullable().describe('When the attempt was imported from another record'),
  deadlineAt: instant.nullable().describe('When the time of a simulation ended'),
  correct: z.int().nullable(),
  total: z.int().nullable(),
  simulation: z
    .object({
      seed: z.string(),
      minutes: z.number(),
      extraTime: z.number(),
      addedMinutes: z.number().exactOptional(),
      hasUnscored: z.literal(true).exactOptional().describe('Whether some questions do not count. The last move lists them'),
    })
    .nullable(),
  questions: z.array(pinnedQuestion).describe('In the order of the attempt'),
  answers: z.record(z.string(), answer).describe('By question id'),
  flagged: z.array(questionId),
  guessed: z.array(questionId),
  moves: z.array(move),
})

const question = z
  .looseObject({
    key: z.string(),
    version: z.int().nullable(),
    id: questionId,
    exam_id: certification,
    question_type: z.enum(questionTypes),
    text: z.string(),
    options: z.array(z.string()),
    correct_answer: answer,
    explanation: z.string(),
    reference: z.string(),
    skill_area: z.string(),
    case_study: z.object({ title: z.string(), content: z.string() }).nullable(),
  })
  .describe('A question as an attempt asked it, in the format of a bank file; see src/exam/bank-file/read.ts')

const settings = z.object({
  emailNotifications: z.boolean(),
  studyReminders: z.boolean(),
  reminderDays: z.array(z.int()),
  reminderHour: z.int(),
  timeZone: z.string(),
  isTimeZoneChosen: z.boolean(),
  dailyQuestions: z.int(),
  extraTime: z.number(),
  dailyGoal: z.int().nullable(),
  /** Missing in files from earlier releases. */
  language: z.string().optional(),
})

export const learnerRecord = z.object({
  format: z.literal(recordFormat),
  version: z.literal(recordVersion),
  madeAt: instant,
  notes: z.array(z.string()).describe('What is not included, and why'),
  account: z.object({
    id: z.string(),
    email: z.string(),
    isConfirmed: z.boolean(),
    name: z.string(),
    picture: z.string().nullable(),
    isAdministrator: z.boolean(),
    disabledAt: instant.nullable(),
    createdAt: instant,
    changedAt: instant,
  }),
  settings,
  mail: z.object({ lastReminderOn: day.nullable(), lastSummaryOn: day.nullable(), retirements: z.array(certification) }),
  signIn: z.object({
    hasPassword: z.boolean(),
    hasSecondFactor: z.boolean(),
    identities: z.array(z.object({ provider: z.string(), accountThere: z.string(), since: instant })),
    passkeys: z.array(z.object({ name: z.string().nullable(), since: instant.nullable() })),
  }),
  sessions: z.array(
    z.object({
      device: z.string(),
      userAgent: z.string().nullable(),
      network: z.string().nullable(),
      since: instant,
      lastUsedAt: instant,
      endsAt: instant,
    }),
  ),
  knownDevices: z.array(z.object({ lastSignInAt: instant })),
  messages: z.array(z.object({ at: instant, address: z.string(), text: z.string(), question: z.string().nullable() })),
  questionReports: z.array(
    z.object({
      at: instant,
      question: questionId,
      version: z.int(),
      reason: z.enum(reportReasons),
      text: z.string(),
      closedAt: instant.nullable(),
      challenge: z.string().nullable(),
      publicReason: z.string().nullable(),
    }),
  ),
  attempts: z.array(attempt),
  questions: z.array(question).describe('The questions of the attempts, each version once'),
  correctedResults: z.array(
    z.object({
      attempt: z.uuid(),
      question: questionId,
      at: instant,
      wasCorrect: z.boolean(),
      isCorrect: z.boolean(),
      correctBefore: z.int().nullable(),
      correctAfter: z.int().nullable(),
      noticeSentAt: instant.nullable(),
      noticeDismissedAt: instant.nullable(),
    }),
  ),
  questionNotes: z.array(z.object({ question: questionId, certification, text: z.string(), changedAt: instant })),
  reviewCards: z.array(z.object({ question: questionId, certification, dueAt: instant })),
  preparingFor: z.string().nullable(),
  examDates: z.array(z.object({ certification, examOn: day, outcome: z.string().nullable() })),
  renewalDates: z.array(z.object({ certification, endsOn: day, reminds: z.boolean(), remindedDays: z.int().nullable() })),
  reportedResults: z.array(
    z.object({
      certification,
      examOn: day,
      hasPassed: z.boolean(),
      passProbability: z.number(),
      low: z.number(),
      high: z.number(),
      reportedAt: instant,
    }),
  ),
  sharedResults: z.array(z.object({ attempt: z.uuid(), name: z.string(), since: instant })),
  auditLog: z.array(z.object({ at: instant, action: z.string(), by: z.string(), on: z.string() })),
})

/** The schema for other programs. A later release may add fields. */
export function printRecordSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(learnerRecord, { io: 'input' })
  return { $schema, title: `The learner record of Praxam, version ${recordVersion}`, ...schema }
}
