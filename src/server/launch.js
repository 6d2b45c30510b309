/**
 * `npm start`: builds the site if its sources have changed, and becomes the built server.
 *
 * This file is JavaScript, and Node stores the other modules as JavaScript in `build/launcher-cache`, because converting TypeScript takes a tenth
 * of a second. Where the folder cannot be written, such as in a read-only container, Node converts them in each start.
 */
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'

process.env['NODE_ENV'] ??= 'production'
const root = join(import.meta.dirname, '../..')
enableCompileCache(join(root, 'build/launcher-cache'))
const { buildWhenNeeded } = await import('#server/operations/build.ts')
const { becomeServer } = await import('#server/operations/built-server.ts')
const build = await buildWhenNeeded(root)
// A process that is replaced does not write its cache.
flushCompileCache()
await becomeServer(build)
