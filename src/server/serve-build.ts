/** The built server. `launch.js` runs it from `build/<id>/server/main.js`. */
import { join } from 'node:path'
import { main } from '#server/main.ts'

await main({ project: join(import.meta.dirname, '../../..'), build: join(import.meta.dirname, '..') })
