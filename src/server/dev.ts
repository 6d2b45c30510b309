/** `npm run dev`: runs the server from its sources. Sets NODE_ENV first, because React selects its build when it is first imported. */
import { join } from 'node:path'
import process from 'node:process'
import { buildWhenNeeded } from '#server/operations/index.ts'

process.env['NODE_ENV'] ??= 'production'
const project = join(import.meta.dirname, '../..')
const { main } = await import('#server/main.ts')
await main({ project, build: await buildWhenNeeded(project) })
