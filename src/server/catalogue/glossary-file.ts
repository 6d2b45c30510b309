/** Parses `content/glossary/*.json`; `src/exam/glossary.ts` documents the fields. `also` may be left out. */
import { z } from 'zod'
import { termKeyOf, termWordsMax, type Glossary } from '#exam/glossary.ts'
import { certificationShape } from '#server/catalogue/certifications-file.ts'

const term = z
  .string('must be text')
  .trim()
  .min(1, 'is empty')
  .refine((text) => termKeyOf(text) !== '', 'has no letters or digits')
  .refine((text) => termKeyOf(text).split(' ').length <= termWordsMax, `has more than ${termWordsMax} words`)

const glossaryShape = z.strictObject({
  certificationIds: z.array(certificationShape.shape.id, 'must be a list').min(1, 'is empty'),
  terms: z
    .array(
      z.strictObject({
        term,
        also: z.array(term, 'must be a list').default([]),
        definition: z.string('must be text').trim().min(20, 'is too short').max(400, 'has more than 400 characters'),
        address: z.url({ protocol: /^https$/, error: 'must be an https address' }),
      }),
      'must be a list',
    )
    .max(1_000, 'has more than 1000 entries'),
})

type ReadResult = { ok: true; value: Glossary } | { ok: false; problems: string[] }

/** No two terms may have the same name. A single problem rejects the whole file. Does not check whether the certifications exist. */
export function readGlossary(json: unknown): ReadResult {
  const read = glossaryShape.safeParse(json)
  if (!read.success) return { ok: false, problems: read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) }
  const seen = new Set<string>()
  const problems = read.data.terms.flatMap(({ term: name, also }, i) =>
    [name, ...also].flatMap((one) => {
      const isRepeated = seen.has(termKeyOf(one))
      seen.add(termKeyOf(one))
      return isRepeated ? [`terms.${i}: is already a term: ${one}`] : []
    }),
  )
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: read.data }
}

/** Terms that two glossaries define for the same certification, in the form `mb-910: quote`. */
export function listRepeatedTerms(glossaries: readonly Glossary[]): string[] {
  const names = glossaries.flatMap(({ certificationIds, terms }) =>
    terms.flatMap(({ term: name, also }) =>
      [name, ...also].flatMap((one) => certificationIds.map((id) => ({ key: `${id}: ${termKeyOf(one)}`, name: `${id}: ${one}` }))),
    ),
  )
  const seen = new Set<string>()
  return names.flatMap(({ key, name }) => {
    const isRepeated = seen.has(key)
    seen.add(key)
    return isRepeated ? [name] : []
  })
}
