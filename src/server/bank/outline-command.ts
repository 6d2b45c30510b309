/** Runs the command `npm run apply-outline`, with or without a running server. */
import { readFile } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { applyOutline, previewOutline, type OutlineResult } from '#server/bank/outline-applying.ts'
import type { Tables } from '#server/db/tables.ts'

export const outlineCommandShape = z.object({
  path: z.string(),
  continuations: z.record(z.string(), z.string()),
  isDryRun: z.boolean(),
})
export type OutlineCommand = z.infer<typeof outlineCommandShape>

/** Applies the outline in a file to the certification that it names. A dry run writes nothing. */
export async function runOutlineCommand(
  db: Kysely<Tables>,
  { path, continuations, isDryRun }: OutlineCommand,
  now: Date,
): Promise<OutlineResult> {
  const text = await readFile(path, 'utf8')
  const id = readCertificationId(text)
  if (typeof id !== 'string') return { ok: false, refusal: 'OUTLINE_REFUSED', refusals: [id] }
  const request = { text, continuations }
  return isDryRun ? previewOutline(db, id, request) : applyOutline(db, null, id, request, undefined, now)
}

function readCertificationId(text: string): string | { field: string; reason: string } {
  try {
    const id: unknown = Object(JSON.parse(text))['certificationId']
    return typeof id === 'string' ? id : { field: 'certificationId', reason: 'must be the id of a certification, such as mb-800' }
  } catch (error) {
    return { field: '', reason: `is not JSON: ${(error as Error).message}` }
  }
}
