/**
 * Figures that a guide describes in YAML, in a fenced block with the language `figure`. The page draws them. Texts may contain placeholders for
 * facts, and English terms between asterisks.
 *
 * | `kind`        | drawing                                                                        | an item has                      |
 * |---------------|--------------------------------------------------------------------------------|----------------------------------|
 * | `steps`       | boxes in their order, joined by arrows                                         | `label`, perhaps `note`          |
 * | `choices`     | a `question` with its cases, and what follows from each                        | `label` (the case), `note`       |
 * | `moments`     | points on a line                                                               | `label` (when), `note`           |
 * | `bars`        | bars drawn to scale, each with its value and the `unit`                        | `label`, `value`, perhaps `note` |
 * | `retirements` | points on a line: when exams of the catalog were retired, and which are active | no items                         |
 */
import type { Token, Tokens } from 'marked'
import { parse } from 'yaml'
import { z } from 'zod'
import { typeset } from '#server/guides/guide-markdown.ts'

const text = z.string().trim().min(1).transform(typeset)
const item = z.strictObject({ label: text, note: text.optional(), value: z.number().positive().optional() })
const shape = z
  .strictObject({
    kind: z.enum(['steps', 'choices', 'moments', 'bars', 'retirements']),
    caption: text,
    question: text.optional(),
    unit: text.optional(),
    items: z.array(item).max(9).default([]),
  })
  .refine(({ kind, items }) => (kind === 'retirements' ? items.length === 0 : items.length >= 2), 'has the wrong number of items')
  .refine(({ kind, question }) => (kind === 'choices') === (question !== undefined), 'only choices have a question')
  .refine(
    ({ kind, unit, items }) => kind !== 'bars' || (unit !== undefined && items.every(({ value }) => value)),
    'bars need a unit and values',
  )
  .refine(({ kind, items }) => !['choices', 'moments'].includes(kind) || items.every(({ note }) => note), 'has an item without a note')

export type Drawing = z.infer<typeof shape>

export function isDrawing(token: Token): token is Tokens.Code {
  return token.type === 'code' && (token as Tokens.Code).lang === 'figure'
}

export function parseDrawing({ text: yaml }: Tokens.Code): { ok: true; drawing: Drawing } | { ok: false; problem: string } {
  try {
    const read = shape.safeParse(parse(yaml))
    return read.success
      ? { ok: true, drawing: read.data }
      : { ok: false, problem: read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim()).join(', ') }
  } catch (error) {
    return { ok: false, problem: (error as Error).message }
  }
}
