/** `npm run build`: builds the site when its sources have changed, as `npm start` does. */
import { join } from 'node:path'
import { buildWhenNeeded } from '#server/operations/build.ts'

await buildWhenNeeded(join(import.meta.dirname, '..'))
