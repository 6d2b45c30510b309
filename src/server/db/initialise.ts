/** Makes the files of an empty embedded database in the folder named on the command line. Run by `embedded.ts`. */
import { PGlite } from '@electric-sql/pglite'

const lite = await PGlite.create({ dataDir: process.argv[2] ?? '' })
await lite.close()
