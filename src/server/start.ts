/** `npm start`: builds the site if its sources have changed, and becomes the built server. */
import { join } from 'node:path'
import process from 'node:process'
import { buildWhenNeeded } from '#server/operations/build.ts'
import { becomeServer } from '#server/operations/built-server.ts'

process.env['NODE_ENV'] ??= 'production'
await becomeServer(await buildWhenNeeded(join(import.meta.dirname, '../..')))
