/** Files that the build prepares for the server, from sources that may change without a new build. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprint } from '#server/operations/fingerprint.ts'

/**
 * A template for a new database with the schema and the content, and the parsed guides. The name of each file contains the fingerprint of its
 * sources.
 */
const prepared = {
  database: { extension: '.zst', sources: ['migrations', 'content'] },
  guides: { extension: '.json', sources: ['content/certifications.json', 'content/guides'] },
}
type PreparedName = keyof typeof prepared

/** The path of a file that the build has prepared. `undefined` if the sources of the file have changed since. */
export async function findPrepared(root: string, build: string, name: PreparedName): Promise<string | undefined> {
  const file = await preparedPath(root, build, name)
  return existsSync(file) ? file : undefined
}

/** Where the build stores a prepared file. */
export async function preparedPath(root: string, build: string, name: PreparedName): Promise<string> {
  const { extension, sources: own } = prepared[name]
  return join(build, `${name}-${await fingerprint(root, own)}${extension}`)
}
