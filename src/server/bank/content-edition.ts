/**
 * Reads and updates the edition of the content: `{ "edition": 7, "sha256": "…" }` in `content/edition.json`. The number increases with every
 * change, so that a process of an earlier release does not overwrite what a later one has loaded. `sha256` is the fingerprint of the content
 * with this number. `npm run content:edition` updates both, and a test checks that `sha256` matches the content.
 */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { undefinedIfMissing } from '#server/platform/file-store.ts'

type ContentEdition = z.infer<typeof editionSchema>

const editionFile = 'edition.json'
const editionSchema = z.object({ edition: z.int().nonnegative(), sha256: z.string() })

/** The edition of a folder. Without an edition file, the number is 0. */
export async function readEdition(folder: string): Promise<ContentEdition> {
  const text = await readFile(join(folder, editionFile), 'utf8').catch(undefinedIfMissing)
  return text === undefined ? { edition: 0, sha256: '' } : editionSchema.parse(JSON.parse(text))
}

/** The fingerprint of all files together, computed from the fingerprint of each. */
export function fingerprintContent(files: readonly { path: string; sha256: string }[]): string {
  const lines = files.map(({ path, sha256 }) => `${path} ${sha256}\n`)
  return createHash('sha256').update(lines.join('')).digest('hex')
}

/** Increases the number in the edition file if the content has changed. @returns the current number */
export async function updateEdition(folder: string, sha256: string): Promise<number> {
  const current = await readEdition(folder)
  if (current.sha256 === sha256) return current.edition
  const next: ContentEdition = { edition: current.edition + 1, sha256 }
  await writeFile(join(folder, editionFile), `${JSON.stringify(next)}\n`)
  return next.edition
}
