/**
 * The final answers to a question, and the versions that they were graded with. Rows of answers from earlier releases have neither the
 * answer nor the version. Both are then read from the attempt, where the answers of a simulation have the letters of its shuffled options.
 */
import { sql, type RawBuilder } from 'kysely'
import { isCorrect } from '#exam/grading.ts'
import type { AnswerInput, Question } from '#exam/question.ts'
import { unshuffleAnswer } from '#exam/planning/simulation.ts'
import type { RescoreVersions } from '#server/rescoring/versions.ts'

/** SQL for queries of `final_answers as given` joined with `attempts`. */
export function answerColumns(questionId: string): {
  version: RawBuilder<number>
  answer: RawBuilder<string[] | null>
  seed: RawBuilder<string | null>
} {
  return {
    version: sql<number>`coalesce(given.version, (jsonb_path_query_first(
      attempts.questions, '$[*] ? (@.id == $id)', jsonb_build_object('id', ${questionId}::text)) ->> 'version')::int4, 0)`,
    answer: sql<string[] | null>`coalesce(given.answer, attempts.state -> 'answers' -> ${questionId}::text)`,
    seed: sql<string | null>`case when given.answer is null then attempts.simulation ->> 'seed' end`,
  }
}

/**
 * SQL for queries of `attempts`: whether the question does not count in the result of the attempt. Only simulations have such questions, so
 * the large state of other attempts is not read.
 */
export function isUnscored(questionId: string): RawBuilder<boolean> {
  return sql<boolean>`(attempts.simulation is not null and coalesce(attempts.state -> 'unscored' ? ${questionId}::text, false))`
}

export type GivenAnswer = { version: number; answer: string[] | null; seed: string | null }

/** The answer with the options in bank order. */
export function toBankAnswer({ answer, seed }: Pick<GivenAnswer, 'answer' | 'seed'>, question: Question): AnswerInput {
  return seed === null ? (answer ?? []) : unshuffleAnswer(answer ?? [], question, seed)
}

/** Whether the answer is correct according to the corrected version. `undefined` if the attempt keeps its result. */
export function gradeAgain(given: GivenAnswer, { corrected, from }: RescoreVersions): boolean | undefined {
  return from.includes(given.version) ? isCorrect(toBankAnswer(given, corrected), corrected) : undefined
}
