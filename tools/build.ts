/** `npm run build`: builds the site if its sources have changed. `npm start` does the same before it starts the server. */
import { join } from 'node:path'
import { buildWhenNeeded } from '#server/operations/build.ts'

await buildWhenNeeded(join(import.meta.dirname, '..'))
