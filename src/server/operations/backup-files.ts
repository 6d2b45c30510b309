/** The files of the data folder that a backup contains. */
import { readdir } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { defaultAssetsFolder } from '#server/config.ts'
import { undefinedIfMissing } from '#server/platform/file-store.ts'
import { folderIdFile } from '#server/platform/shared-folders.ts'
import { socketName } from '#server/operations/command-socket.ts'

/** Not backed up: the database files, because the rows are backed up; unsent mail; assets of builds; the command socket. */
const excluded = ['db', 'outbox', defaultAssetsFolder, socketName]

/**
 * Paths of the files to back up, relative to the data folder, with `/` as the separator. Leaves out incomplete files, and the ids of folders,
 * because a restored folder is another folder.
 */
export async function listFiles(dataDir: string): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true }).catch(undefinedIfMissing)
  return (entries ?? [])
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dataDir, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => isBackupPath(path) && !/\.(partial|tmp)(\/|$)/.test(path) && basename(path) !== folderIdFile)
    .toSorted()
}

/** Whether a path is inside the data folder and is backed up. */
export function isBackupPath(path: string): boolean {
  const parts = path.split('/')
  return !path.includes('\\') && parts.every((part) => !['', '.', '..'].includes(part)) && !excluded.includes(parts[0] ?? '')
}
