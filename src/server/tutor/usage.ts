/**
 * Counts the tokens that the tutor uses per month, for the budget. Before a request is sent, a single statement counts the maximum that the
 * request may use, or refuses the request if that would exceed the budget. So processes share the budget, and if a process dies during a
 * request, the maximum stays counted.
 */
import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import type { MonthlyBudget } from '#server/platform/tutor-settings.ts'

export type TokenUsage = { input: number; output: number }

/** `2026-11`, in UTC. */
function monthOf(now: Date): string {
  return now.toISOString().slice(0, 7)
}

/** A request that was counted. `recordActual` replaces the reserved maximum with the actual usage. */
export type UsageReservation = { recordActual: (used: TokenUsage) => Promise<void> }

/** Counts a request. `undefined` if it would exceed the budget. */
export async function reserveUsage(
  db: Db,
  budget: MonthlyBudget | undefined,
  most: TokenUsage,
  now: Date,
): Promise<UsageReservation | undefined> {
  const month = monthOf(now)
  if (budget && most.input * budget.inputPrice + most.output * budget.outputPrice > budget.max) return undefined
  const input = sql<number>`tutor_usage.input_tokens + excluded.input_tokens`
  const output = sql<number>`tutor_usage.output_tokens + excluded.output_tokens`
  const row = await db
    .insertInto('tutor_usage')
    .values({ month, requests: 1, input_tokens: most.input, output_tokens: most.output })
    .onConflict((conflict) => {
      const update = conflict
        .column('month')
        .doUpdateSet({ requests: sql<number>`tutor_usage.requests + 1`, input_tokens: input, output_tokens: output })
      if (!budget) return update
      return update.where(
        sql<boolean>`(${input}) * ${budget.inputPrice}::float8 + (${output}) * ${budget.outputPrice}::float8 <= ${budget.max}::float8`,
      )
    })
    .returning('month')
    .executeTakeFirst()
  if (!row) return undefined
  const recordActual = async (used: TokenUsage) => {
    await db
      .updateTable('tutor_usage')
      .set({
        input_tokens: sql<number>`greatest(0, input_tokens + ${used.input - most.input}::bigint)`,
        output_tokens: sql<number>`greatest(0, output_tokens + ${used.output - most.output}::bigint)`,
      })
      .where('month', '=', month)
      .execute()
  }
  return { recordActual }
}
