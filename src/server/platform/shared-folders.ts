/**
 * Detects processes that use one database with separate folders for images or assets. Each folder has an id in the file `folder-id`, and the
 * database stores the id of the folder of the process that started last. A process with another folder logs a warning at its start, and
 * its id replaces the stored one. So a new folder is reported once, and separate folders whenever a process with another folder started
 * before.
 */
import { randomUUIDv7 } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/tables.ts'
import type { Log } from '#server/log.ts'
import { storageFolder } from '#server/platform/file-store.ts'
import { removeAbandoned } from '#server/platform/folders.ts'

type FolderSettings = Pick<Config, 'databaseUrl' | 'dataDir' | 'assetsDir' | 's3'>

/** `mode` is for a folder that does not exist yet. */
type ComparedFolder = { name: 'images' | 'assets'; path: string; mode?: number; warning: string }

export const folderIdFile = 'folder-id'

/** Names of the incomplete files of processes that were killed. */
const partialPattern = /^folder-id\.[\da-f-]+\.partial$/

/** A process needs less time to write an id. */
const writeTimeMaxMs = 60_000

/**
 * Compares the folders with those of the process that started last, and stores their ids. Logs a warning for each folder that differs. Only
 * one process can use the embedded database, so its folders are not compared. A folder that cannot be written is skipped. An error of the
 * database is logged, because the site works without this check.
 */
export async function checkSharedFolders(db: Db, settings: FolderSettings, log: Log, now = Date.now()): Promise<void> {
  for (const folder of settings.databaseUrl === undefined ? [] : listFolders(settings)) {
    const { name, path, mode } = folder
    const id = await readFolderId(path, mode, now).catch(() => '')
    if (id === '') continue
    await compareFolder(db, folder, id, log).catch((error: unknown) =>
      log.warn({ error, name }, 'The folder could not be compared with the folders of other processes'),
    )
  }
}

function listFolders({ dataDir, assetsDir, s3 }: FolderSettings): ComparedFolder[] {
  const images = storageFolder(dataDir)
  return [
    ...(s3
      ? []
      : [
          {
            name: 'images' as const,
            path: images,
            mode: 0o700,
            warning: `Another process used this database with another folder for images than ${images}, so images may be missing; set DATA_DIR to one folder for all processes, or set S3_ENDPOINT`,
          },
        ]),
    {
      name: 'assets',
      path: assetsDir,
      warning: `Another process used this database with another folder for assets than ${assetsDir}, so pages may miss their scripts during a release; set ASSETS_DIR to one folder for all processes`,
    },
  ]
}

/**
 * The id of a folder. Creates both if they do not exist. Processes that start at the same time read the same id. Without links, the id may
 * be empty while another process writes it.
 */
async function readFolderId(folder: string, mode: number | undefined, now: number): Promise<string> {
  const path = join(folder, folderIdFile)
  await removeAbandonedId(path, now).catch(() => undefined)
  if (!existsSync(path)) {
    await mkdir(folder, { recursive: true, ...(mode !== undefined && { mode }) })
    const id = randomUUIDv7()
    const partial = `${path}.${id}.partial`
    await writeFile(partial, id)
    // A link fails if another process was first. Some network file systems have no links.
    await link(partial, path).catch(() => writeFile(path, id, { flag: 'wx' }).catch(ignoreExisting))
    await rm(partial, { force: true })
  }
  await removeAbandoned(folder, partialPattern).catch(() => undefined)
  return (await readFile(path, 'utf8')).trim()
}

/** Removes an empty file that has not changed for a minute. The process that created it was killed, or had no room on the disk. */
async function removeAbandonedId(path: string, now: number): Promise<void> {
  const stats = await stat(path).catch(() => undefined)
  if (stats?.size !== 0 || now - stats.mtimeMs < writeTimeMaxMs) return
  const removed = `${path}.${randomUUIDv7()}.partial`
  await rename(path, removed)
  // Another process may have replaced the empty file in the meantime.
  if ((await stat(removed)).size > 0) await rename(removed, path)
  else await rm(removed)
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

/** Logs the warning if another id is stored. Does not write if this id is stored, so that a read-only database works. */
async function compareFolder(db: Db, { name, warning }: ComparedFolder, id: string, log: Log): Promise<void> {
  const stored = await db.selectFrom('shared_folders').select('folder_id').where('name', '=', name).executeTakeFirst()
  if (stored?.folder_id === id) return
  // Before the id is stored, because a read-only database refuses that.
  if (stored) log.warn({}, warning)
  const isReplaced = await storeFolderId(db, name, id).catch((error: unknown) => {
    log.warn({ error, name }, 'The id of the folder could not be stored')
    return false
  })
  if (!stored && isReplaced) log.warn({}, warning)
}

/** Stores the id of a folder. Returns whether it replaced another id, which a concurrent process may have stored. */
async function storeFolderId(db: Db, name: string, id: string): Promise<boolean> {
  await db
    .insertInto('shared_folders')
    .values({ name, folder_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { numUpdatedRows } = await db
    .updateTable('shared_folders')
    .set({ folder_id: id })
    .where('name', '=', name)
    .where('folder_id', '!=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
