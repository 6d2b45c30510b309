/**
 * The format of the parts of a learner record that can be imported. Versions 1 and 2 are supported, so fields that version 1 or its first releases
 * did not have are optional.
 */
import { z } from 'zod'
import { attemptMovesMax, attemptQuestionsMax, batchMovesMax } from '#exam/contract.ts'
import { notesPerMemberMax, storedNoteLengthMax } from '#exam/notes.ts'
import { certificationId } from '#server/catalogue/index.ts'
import { storableText } from '#server/platform/storable-text.ts'
import { answerShape, createMoveShape, createQuestionSetShape } from '#server/practice/index.ts'

/** Maximum number of attempts and questions in a file. */
export const fileAttemptsMax = 2_000
export const fileQuestionsMax = 20_000
const datesMax = 100

const instant = z.iso.datetime().transform((text) => new Date(text))
const id = z.uuid().toLowerCase()
const questionSet = createQuestionSetShape(['simulation'])

const ids = z.array(id).max(attemptQuestionsMax)
const areUnique = (list: readonly string[]) => new Set(list).size === list.length

const textKey = z.string().min(1).max(100)
const pins = z
  .array(z.object({ id, version: z.int().nullable(), text: textKey.nullable() }))
  .min(1)
  .max(attemptQuestionsMax)
  .refine((list) => areUnique(list.map((pin) => pin.id)), 'has a question twice')

const count = z.int().min(0).max(attemptQuestionsMax).nullable()
const attempt = z.object({
  id,
  certification: certificationId,
  set: questionSet,
  startedAt: instant,
  changedAt: instant,
  finishedAt: instant.nullable(),
  deadlineAt: instant.nullable().default(null),
  correct: count,
  total: count,
  simulation: z
    .object({
      seed: storableText.max(64),
      minutes: z.number().min(0).max(10_000),
      extraTime: z.number().min(1).max(10),
      addedMinutes: z.number().min(0).max(10_000).exactOptional(),
      hasUnscored: z.literal(true).exactOptional(),
    })
    .nullable()
    .default(null),
  questions: pins.optional(),
  moves: z
    .array(createMoveShape(questionSet))
    .max(attemptMovesMax + batchMovesMax)
    .optional(),
  answers: z.record(id, answerShape).default({}),
  flagged: ids.default([]),
  guessed: ids.default([]),
})

export const recordFile = z.object({
  attempts: z
    .array(attempt)
    .max(fileAttemptsMax)
    .refine((list) => areUnique(list.map((one) => one.id)), 'has an attempt twice')
    .default([]),
  questions: z
    .array(z.looseObject({ key: textKey, case_study: z.object({ title: storableText, content: storableText }).nullable().default(null) }))
    .max(fileQuestionsMax)
    .refine((list) => areUnique(list.map(({ key }) => key)), 'has a key twice')
    .default([]),
  questionNotes: z
    .array(
      z.object({
        question: id,
        certification: certificationId,
        text: z
          .string()
          .max(storedNoteLengthMax)
          // PostgreSQL cannot store NUL.
          .transform((text) => text.replaceAll('\0', '')),
        changedAt: instant,
      }),
    )
    .max(notesPerMemberMax)
    .refine((list) => areUnique(list.map(({ question }) => question)), 'has a question twice')
    .default([]),
  preparingFor: z
    .union([certificationId, z.literal('')])
    .nullable()
    .default(null),
  examDates: z
    .array(
      z.object({
        certification: certificationId,
        examOn: z.iso.date(),
        outcome: z.enum(['passed', 'not_yet', 'not_taken']).nullable().default(null),
      }),
    )
    .max(datesMax)
    .refine((list) => areUnique(list.map((date) => date.certification)), 'has an exam twice')
    .default([]),
  renewalDates: z
    .array(z.object({ certification: certificationId, endsOn: z.iso.date(), reminds: z.boolean() }))
    .max(datesMax)
    .refine((list) => areUnique(list.map((date) => date.certification)), 'has a certification twice')
    .default([]),
})

export type RecordFile = z.output<typeof recordFile>
export type FileAttempt = RecordFile['attempts'][number]
