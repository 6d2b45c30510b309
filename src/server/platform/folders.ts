/** Removes files and folders that are kept only for a while. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes the folders with matching names, except for the `keptMax` that were modified last. Another process may remove them as well. */
export async function removeOldest(parent: string, names: RegExp, keptMax: number): Promise<void> {
  const paths = (await readdir(parent)).filter((name) => names.test(name)).map((name) => join(parent, name))
  const dated = await Promise.all(
    paths.map(async (path) => ({
      path,
      modifiedMs: await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    })),
  )
  const oldest = dated.toSorted((one, other) => other.modifiedMs - one.modifiedMs).slice(keptMax)
  for (const { path } of oldest) await rm(path, { recursive: true, force: true })
}

/** An incomplete file or folder that has not changed for this time is abandoned: its process was killed. */
const abandonedMs = 60 * 60 * 1000

/** Removes files and folders in `parent` with matching names that have not been modified for `unchangedMs`. `parent` may be missing. */
export async function removeAbandoned(parent: string, names: RegExp, unchangedMs = abandonedMs, now = Date.now()): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    if (!names.test(name)) continue
    const path = join(parent, name)
    const stats = await stat(path).catch(() => undefined)
    // `Date.now()` has no fractions.
    if (stats && now - Math.floor(stats.mtimeMs) >= unchangedMs) await rm(path, { recursive: true, force: true })
  }
}
