/**
 * Builds the site if its sources have changed.
 *
 * | path | meaning |
 * |---|---|
 * | `build/<id>` | a complete build; the id is the fingerprint of its sources |
 * | `build/<id>.partial-<pid>` | a build in progress, or one that was killed |
 * | `build/launcher-cache` | the modules of the launcher as JavaScript; see `launch.js` |
 * | `build/lock.sqlite` | held while a process builds; the operating system releases it even after `kill -9` |
 *
 * Only complete builds have their final name, so several processes may start from one folder at the same time. The latest builds are kept
 * for the processes that still run them.
 */
import { existsSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Build } from '#server/operations/create-build.ts'
import { fingerprint } from '#server/operations/fingerprint.ts'

/** All inputs of the build, relative to the project folder. */
const sources = ['package.json', 'package-lock.json', 'react-router.config.ts', 'vite.config.ts', 'public', 'src']

/**
 * Returns the folder of the build of the current sources. If there is none, one process builds it, and other processes wait. `build` writes
 * the files.
 *
 * @throws {Error} if the build fails. Its output has the reason.
 */
export async function buildWhenNeeded(root: string, build?: Build): Promise<string> {
  const folder = join(root, 'build', await fingerprint(root, sources))
  if (!existsSync(folder)) {
    // Most starts need no build, so its modules are only loaded here.
    const { createBuild } = await import('#server/operations/create-build.ts')
    await createBuild(root, folder, build)
  }
  // Records the time of the last start. This fails in a read-only container, where no build is ever removed.
  await utimes(folder, new Date(), new Date()).catch(() => undefined)
  return folder
}
