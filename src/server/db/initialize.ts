/**
 * Creates an embedded database. Arguments: its folder and, optionally, the file of a template. Without a usable template, the database is
 * empty. `embedded.ts` runs this program.
 */
import { unpackDatabase } from '#server/db/database-template.ts'

const [folder = '', template] = process.argv.slice(2)
if (template === undefined || !unpackDatabase(template, folder)) {
  const { PGlite } = await import('@electric-sql/pglite')
  const pglite = await PGlite.create({ dataDir: folder })
  await pglite.close()
}
