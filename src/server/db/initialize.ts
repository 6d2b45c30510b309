/** Creates an empty embedded database in the folder on the command line. `embedded.ts` runs it. */
import { PGlite } from '@electric-sql/pglite'

const pglite = await PGlite.create({ dataDir: process.argv[2] ?? '' })
await pglite.close()
