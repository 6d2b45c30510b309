/** The shapes of moves in requests and in learner records. `exam/moves.ts` describes the moves. */
import { z } from 'zod'
import type { QuestionSet } from '#exam/attempt.ts'
import { dayMs } from '#exam/duration.ts'
import { attemptQuestionsMax } from '#exam/contract.ts'
import { parseQuestionSet } from '#exam/question-set.ts'
import { certificationId } from '#server/catalogue/index.ts'
import { storableText } from '#server/platform/storable-text.ts'

/** Milliseconds since 1970. */
export const momentShape = z.int().min(0).max(8_640_000_000_000_000)
export const answerShape = z.array(z.string().regex(/^(?:[A-Z]|yes|no|\d{0,3}|\d{1,3}=\d{1,3})$/)).max(40)

/** `others`: question sets that cannot occur in an address, such as `simulation`. */
export function createQuestionSetShape(others: readonly QuestionSet[] = []) {
  return z.string().transform((text, context): QuestionSet => {
    const set = others.find((other) => other === text) ?? parseQuestionSet(text)
    if (!set) context.addIssue('is not a question set')
    return set ?? z.NEVER
  })
}

const questionId = z.uuid().toLowerCase()

export function createMoveShape(questionSet: z.ZodType<QuestionSet>) {
  return z.discriminatedUnion('type', [
    z.object({
      type: z.literal('start'),
      at: momentShape,
      certificationId,
      set: questionSet,
      questionIds: z
        .array(questionId)
        .min(1)
        .max(attemptQuestionsMax)
        .refine((ids) => new Set(ids).size === ids.length, 'has a question twice'),
      seed: storableText.max(64).exactOptional(),
    }),
    z.object({ type: z.literal('answer'), at: momentShape, questionId, answer: answerShape }),
    z.object({ type: z.enum(['reveal', 'hide', 'flag', 'unflag']), at: momentShape, questionId }),
    z.object({
      type: z.literal('go'),
      at: momentShape,
      position: z.int().min(0).max(attemptQuestionsMax),
      isGuess: z.boolean().exactOptional(),
      from: z.int().min(0).max(attemptQuestionsMax).exactOptional(),
    }),
    z.object({ type: z.literal('break'), at: momentShape }),
    z.object({ type: z.literal('away'), at: momentShape, ms: z.int().min(1).max(dayMs) }),
    z.object({
      type: z.literal('finish'),
      at: momentShape,
      isCounted: z.literal(true).exactOptional(),
      unscored: z.array(questionId).max(attemptQuestionsMax).exactOptional(),
    }),
  ])
}
