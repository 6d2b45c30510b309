/**
 * Creates an embedded database in the folder that is the first argument, from the template that is the second one, or an empty one if
 * there is no usable template. `embedded.ts` runs it.
 */
import { unpackDatabase } from '#server/db/database-template.ts'

const [folder = '', template] = process.argv.slice(2)
if (template === undefined || !unpackDatabase(template, folder)) {
  const { PGlite } = await import('@electric-sql/pglite')
  const pglite = await PGlite.create({ dataDir: folder })
  await pglite.close()
}
